"""A chart of how many times the CPU time of Almanac each peer takes: horizontal bars on a logarithmic scale, as SVG."""
import html
import math

COLORS = ["#0072b2", "#56b4e9", "#009e73", "#d55e00", "#cc79a7", "#e69f00", "#8c6bb1", "#7f7f7f", "#a6761d", "#66a61e", "#e7298a"]
LEFT, WIDTH, BAR, GAP = 196, 700, 6, 9


def chart(rows, title):
    """- rows: a title and the ratios by the name of the peer, each."""
    peers = list(dict.fromkeys(name for _, ratios in rows for name in ratios))
    highest = math.ceil(math.log10(max(ratio for _, ratios in rows for ratio in ratios.values())))
    lowest = math.floor(math.log10(min([1, *(ratio for _, ratios in rows for ratio in ratios.values())])))
    place = lambda ratio: LEFT + (math.log10(ratio) - lowest) / (highest - lowest) * (WIDTH - LEFT - 34)
    parts, y = [], 26
    x = LEFT
    for peer, color in ((peer, COLORS[number % len(COLORS)]) for number, peer in enumerate(peers)):
        if x + 26 + 6.6 * len(peer) > WIDTH:
            x, y = LEFT, y + 18
        parts.append(f'<rect x="{x}" y="{y - 8}" width="9" height="9" fill="{color}"/>'
                     f'<text x="{x + 13}" y="{y}">{html.escape(peer)}</text>')
        x += 26 + 6.6 * len(peer)
    top = y = y + 30
    bars = []
    for name, ratios in rows:
        top_of_row, middle = y, y + len(ratios) * BAR / 2 + 4
        bars.append(f'<text x="{LEFT - 8}" y="{middle:.0f}" text-anchor="end">{html.escape(name)}</text>')
        for peer, ratio in ratios.items():
            left, right = sorted((place(1), place(ratio)))
            bars.append(f'<rect x="{left:.1f}" y="{y}" width="{max(right - left, 1):.1f}" height="{BAR - 1}" '
                        f'fill="{COLORS[peers.index(peer) % len(COLORS)]}">'
                        f'<title>{html.escape(peer)}: {ratio:.3g} times</title></rect>')
            y += BAR
        y = max(y, top_of_row + 8) + GAP
    for power in range(lowest, highest + 1):
        x = place(10 ** power)
        label = f"{10 ** power:,}×".replace(",", " ") if power >= 0 else f"{10 ** power:g}×"
        parts.append(f'<line x1="{x:.1f}" y1="{top - 6}" x2="{x:.1f}" y2="{y - 4}"{" class=one" if power == 0 else ""}/>'
                     .replace("class=one", 'class="one"')
                     + f'<text x="{x:.1f}" y="{y + 10}" text-anchor="middle">{label}</text>')
    style = ("text{fill:#6e7781}line{stroke:#8b949e;stroke-opacity:.35}.one{stroke-opacity:1}"
             "@media(prefers-color-scheme:dark){text{fill:#9ea7b3}}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{y + 18}" viewBox="0 0 {WIDTH} {y + 18}" '
            f'font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="{html.escape(title)}">\n'
            f'<style>{style}</style>\n' + "\n".join(parts + bars) + "\n</svg>\n")
