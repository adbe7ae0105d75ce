# SPDX-License-Identifier: GPL-2.0-only
# shellcheck shell=dash
# Records equal runs of programs by turns, deferred. $1 is the command that records, $2 the number of runs, the others
# are programs.
# shellcheck source=lib.sh
. /guest/lib.sh

runs=$2
shift 2
run=1
while [ $run -le "$runs" ]; do
	for program; do
		record "$program$run" -F 5000 -e cpu-clock --call-graph fp,defer -m 4M -- "/workloads/$program" 1500
	done
	run=$((run + 1))
done
verdict
