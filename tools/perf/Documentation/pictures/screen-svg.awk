# SPDX-License-Identifier: GPL-2.0-only
# An SVG picture of a terminal's screen, as `tmux capture-pane -e -p -N` gives it. Runs with LC_ALL=C.
#
# Text stays text. Each run of it, up to two spaces in a row, has its place and its width, so that
# columns stand below each other in any font; backgrounds, lines and blocks are drawn, since no two
# fonts agree on how much of a cell they fill.

BEGIN {
	WIDTH = 8 # of a cell
	HEIGHT = 17
	BASE = 13 # of letters, below the top of their cell
	MARGIN = 8
	FG = "#d0d0d0"
	BG = "#161616"
	for (i = 1; i < 256; i++)
		ord[sprintf("%c", i)] = i
	split("000000 cd3131 0dbc79 e5e510 2472c8 bc3fbc 11a8cd e5e5e5 " \
	      "666666 f14c4c 23d18b f5f543 3b8eea d670d6 29b8db ffffff", first16)
	MIDDLE = 8
	# which lines of box drawing characters begin at the left, right, top and bottom; or dashes
	lines["\342\224\200"] = "lr"
	lines["\342\224\202"] = "tb"
	lines["\342\224\214"] = "rb"
	lines["\342\224\220"] = "lb"
	lines["\342\224\224"] = "rt"
	lines["\342\224\230"] = "lt"
	lines["\342\224\234"] = "rtb"
	lines["\342\224\244"] = "ltb"
	lines["\342\225\214"] = "-"
	reset()
}

# ---- colours ----

function reset()
{
	fg = bg = -1
	bold = dim = italic = underline = reverse = 0
}

# One of the 256 colours that xterm has.
function color(nr,    level)
{
	if (nr < 16)
		return "#" first16[nr + 1]
	if (nr > 231) {
		level = 8 + (nr - 232) * 10
		return sprintf("#%02x%02x%02x", level, level, level)
	}
	nr -= 16
	return sprintf("#%02x%02x%02x", step(int(nr / 36)), step(int(nr / 6) % 6), step(nr % 6))
}

function step(nr)
{
	return nr ? 55 + nr * 40 : 0
}

# What stands between "ESC [" and "m".
function set_looks(codes,    code, nr, i)
{
	nr = split(codes == "" ? "0" : codes, code, ";")
	for (i = 1; i <= nr; i++) {
		if (code[i] == 0)
			reset()
		else if (code[i] == 1)
			bold = 1
		else if (code[i] == 2)
			dim = 1
		else if (code[i] == 3)
			italic = 1
		else if (code[i] == 4)
			underline = 1
		else if (code[i] == 7)
			reverse = 1
		else if (code[i] == 22)
			bold = dim = 0
		else if (code[i] == 23)
			italic = 0
		else if (code[i] == 24)
			underline = 0
		else if (code[i] == 27)
			reverse = 0
		else if (code[i] >= 30 && code[i] <= 37)
			fg = code[i] - 30
		else if (code[i] >= 90 && code[i] <= 97)
			fg = code[i] - 82
		else if (code[i] == 39)
			fg = -1
		else if (code[i] >= 40 && code[i] <= 47)
			bg = code[i] - 40
		else if (code[i] >= 100 && code[i] <= 107)
			bg = code[i] - 92
		else if (code[i] == 49)
			bg = -1
		else if (code[i] == 38 && code[i + 1] == 5) {
			fg = code[i + 2]
			i += 2
		} else if (code[i] == 48 && code[i + 1] == 5) {
			bg = code[i + 2]
			i += 2
		}
	}
}

# ---- cells ----

function add_cell(char,    front, back, swap)
{
	front = fg < 0 ? FG : color(fg)
	back = bg < 0 ? BG : color(bg)
	if (reverse) {
		swap = front
		front = back
		back = swap
	}
	chars[++nr_cells] = char
	backs[nr_cells] = back
	fronts[nr_cells] = front
	# A blank has no colour that shows: which one is left there depends on what was before.
	if (char == " " && nr_cells > 1 && back == backs[nr_cells - 1]) {
		looks[nr_cells] = looks[nr_cells - 1]
		return
	}
	looks[nr_cells] = "fill=\"" front "\"" (bold ? " font-weight=\"bold\"" : "") \
		(dim ? " opacity=\".6\"" : "") (italic ? " font-style=\"italic\"" : "") \
		(underline ? " text-decoration=\"underline\"" : "")
}

function read_line(line,    at, byte, len, end)
{
	nr_cells = 0
	for (at = 1; at <= length(line); at += len) {
		byte = ord[substr(line, at, 1)]
		len = byte < 192 ? 1 : byte < 224 ? 2 : byte < 240 ? 3 : 4
		if (byte == 27) {
			end = match(substr(line, at), /m/)
			set_looks(substr(line, at + 2, end - 3))
			len = end
		} else if (byte >= 32) {
			add_cell(substr(line, at, len))
		}
	}
}

# ---- what is drawn ----

# A rectangle of the colour @fill, behind the text or in its place: from @x, @y within cell @i.
function draw(where, fill, i, x, y, width, height)
{
	if (!((where, fill) in paths))
		order[where, ++nr_paths[where]] = fill
	paths[where, fill] = paths[where, fill] \
		sprintf("M%s %sh%sv%sh-%sz", MARGIN + (i - 1) * WIDTH + x, top + y, width, height, width)
}

# The lines that meet in the middle of a cell, from the left, right, top or bottom.
function draw_lines(i, from)
{
	if (from ~ /l/)
		draw("front", fronts[i], i, 0, MIDDLE, WIDTH / 2, 1)
	if (from ~ /r/)
		draw("front", fronts[i], i, WIDTH / 2, MIDDLE, WIDTH / 2, 1)
	if (from ~ /t/)
		draw("front", fronts[i], i, WIDTH / 2, 0, 1, MIDDLE)
	if (from ~ /b/)
		draw("front", fronts[i], i, WIDTH / 2, MIDDLE, 1, HEIGHT - MIDDLE)
	if (from ~ /-/) {
		draw("front", fronts[i], i, 1, MIDDLE, 2, 1)
		draw("front", fronts[i], i, 5, MIDDLE, 2, 1)
	}
}

# U+2580 and what follows: @part is 1 to 8 for eighths from below, then 7 to 1 from the left.
function draw_block(i, part,    y)
{
	if (part <= 8) {
		y = int(HEIGHT * (8 - part) / 8 + .5)
		draw("front", fronts[i], i, 0, y, WIDTH, HEIGHT - y)
	} else if (part < 16) {
		draw("front", fronts[i], i, 0, 0, WIDTH * (16 - part) / 8, HEIGHT)
	} else {
		for (y = 0; y < HEIGHT; y += 2) {
			draw("front", fronts[i], i, y % 4, y, 1, 1)
			draw("front", fronts[i], i, y % 4 + 4, y, 1, 1)
		}
	}
}

# 1 to 15 and 17, a light shade, of the block elements; 0: another character.
function block_part(char,    part)
{
	part = substr(char, 1, 2) == "\342\226" ? ord[substr(char, 3)] - 128 : 0
	return part <= 15 || part == 17 ? part : 0
}

function is_drawn(i)
{
	return chars[i] in lines || block_part(chars[i])
}

function draw_char(i)
{
	if (chars[i] in lines)
		draw_lines(i, lines[chars[i]])
	else
		draw_block(i, block_part(chars[i]))
}

# Equal backgrounds beside each other are one piece.
function draw_backs(    i, end)
{
	for (i = 1; i <= nr_cells; i = end) {
		for (end = i + 1; end <= nr_cells && backs[end] == backs[i]; end++)
			;
		if (backs[i] != BG)
			draw("back", backs[i], i, 0, 0, (end - i) * WIDTH, HEIGHT)
	}
}

function print_paths(where,    i)
{
	for (i = 1; i <= nr_paths[where]; i++)
		printf "<path fill=\"%s\" d=\"%s\"/>\n", order[where, i], paths[where, order[where, i]]
}

# ---- what is written ----

function xml(text)
{
	gsub(/&/, "\\&amp;", text)
	gsub(/</, "\\&lt;", text)
	gsub(/>/, "\\&gt;", text)
	return text
}

function is_space(i)
{
	return i > nr_cells || chars[i] == " "
}

# The end of the run of text that begins with cell @i: two spaces, or another look.
function run_end(i,    end)
{
	for (end = i; end <= nr_cells && looks[end] == looks[i] && !is_drawn(end); end++)
		if (is_space(end) && is_space(end + 1))
			break
	return is_space(end - 1) ? end - 1 : end
}

function write_run(i, end,    text, cell)
{
	for (cell = i; cell < end; cell++)
		text = text chars[cell]
	written = written sprintf("<text x=\"%d\" y=\"%d\" textLength=\"%d\" %s>%s</text>\n",
				  MARGIN + (i - 1) * WIDTH, top + BASE, (end - i) * WIDTH,
				  looks[i], xml(text))
}

function write_line(    i, end)
{
	for (i = 1; i <= nr_cells; i = end) {
		end = i + 1
		if (is_drawn(i)) {
			draw_char(i)
		} else if (!is_space(i)) {
			end = run_end(i)
			write_run(i, end)
		}
	}
}

{
	top = MARGIN + (NR - 1) * HEIGHT
	read_line($0)
	draw_backs()
	write_line()
	if (nr_cells > columns)
		columns = nr_cells
}

END {
	width = columns * WIDTH + 2 * MARGIN
	height = NR * HEIGHT + 2 * MARGIN
	print "<!-- SPDX-License-Identifier: GPL-2.0-only -->"
	printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" " \
	       "viewBox=\"0 0 %d %d\"\n", width, height, width, height
	print " font-family=\"DejaVu Sans Mono, Menlo, Consolas, monospace\" font-size=\"13\">"
	printf "<rect width=\"100%%\" height=\"100%%\" rx=\"6\" fill=\"%s\"/>\n", BG
	print_paths("back")
	printf "%s", written
	print_paths("front")
	print "</svg>"
}
