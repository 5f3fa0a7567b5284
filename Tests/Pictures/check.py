"""Looks at pictures and pages as Chromium and librsvg draw them.

For each page, light and dark, at six widths (three of them where not at length): no text is cut or outside its box, no two texts are over each other, text
has a contrast of 4.5 and fills one of 3 or an edge, no time in a box is cut, and lists open within the window; axe finds no violations, also in
opened lists; a printed view is one sheet on which no text is cut and each item has its name; rules of a page around a fragment do not change it. For
each picture the same as for pages; and the golden pictures look alike in both programs.

    check.py FOLDER GOLDEN              each page at three of the widths, some on paper
    check.py FOLDER GOLDEN --whole      each page at all widths, more of them on paper
"""

import io
import pathlib
import re
import subprocess
import sys
import tempfile

from axe_playwright_python.sync_playwright import Axe
from PIL import Image, ImageChops, ImageFilter, ImageStat
from playwright.sync_api import sync_playwright

HERE = pathlib.Path(__file__).parent
SCRIPT = (HERE / "layout.js").read_text()
AXE_RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
IS_WHOLE = "--whole" in sys.argv
problems = []


def report(name, found):
    for text in found[:5]:
        problems.append(f"{name}: {text}")
    if len(found) > 5:
        problems.append(f"{name}: and {len(found) - 5} more")


def check_pages(browser, files):
    axe = Axe()
    tested = 0
    for scheme in ["light", "dark"]:
        context = browser.new_context(color_scheme=scheme, viewport={"width": 1440, "height": 900})
        page = context.new_page()
        for number, file in enumerate(files):
            # Each page in one of the two schemes; every fourth in both.
            if number % 4 and (number % 2 == 0) != (scheme == "light"):
                continue
            page.goto(file.as_uri())
            page.evaluate(SCRIPT)
            widths = [1440, 768, 600, 570, 360, 320]
            for width in widths if IS_WHOLE else widths[number // 2 % 2 :: 2]:
                page.set_viewport_size({"width": width, "height": 900})
                name = f"{file.name} {width} {scheme}"
                report(name, page.evaluate("checkPage()"))
                report(name, page.evaluate("checkOpened()"))
                report(name, page.evaluate("checkBoxes(false)"))
                if number % 8 == 0 and (IS_WHOLE or width == (1440, 600, 360)[number // 8 % 3]):
                    page.evaluate("[...document.querySelectorAll('details')].slice(0, 1).forEach((e) => (e.open = true))")
                    result = axe.run(page, options=AXE_RULES).response
                    page.evaluate("document.querySelectorAll('details').forEach((e) => (e.open = false))")
                    tested += 1
                    report(name, [f"axe {v['id']}: {v['nodes'][0]['html'][:160]}" for v in result["violations"]])
        context.close()
    return tested


def check_pictures(browser, files):
    page = browser.new_page(viewport={"width": 1500, "height": 900})
    for start in range(0, len(files), 48):
        group = files[start : start + 48]
        page.set_content(
            "<style>body{margin:0}svg{display:block}</style>"
            + "".join(f"<div>{file.read_text().split('?>', 1)[1]}</div>" for file in group)
        )
        page.evaluate(SCRIPT)
        results = page.evaluate("[...document.querySelectorAll('body>div>svg')].map(checkPicture)")
        assert len(results) == len(group), "a picture is not drawn"
        for file, found in zip(group, results):
            report(file.name, found)
    page.close()


def check_print(browser, files):
    # The margins of a page are one centimetre.
    sheets = {"A4": (210, 297), "Letter": (216, 279), "A5": (148, 210)}
    page = browser.new_page()
    for file in files:
        page.goto(file.as_uri())
        page.evaluate(SCRIPT)
        for paper, size in sheets.items():
            for landscape in [False, True]:
                name = f"{file.name} on {paper}{' landscape' if landscape else ''}"
                page.emulate_media(media="print")
                width, height = [int((side - 20) * 96 / 25.4) for side in (reversed(size) if landscape else size)]
                page.set_viewport_size({"width": width, "height": height})
                report(name, page.evaluate("checkPage()"))
                report(name, page.evaluate("checkBoxes(true)"))
                data = page.pdf(format=paper, landscape=landscape, prefer_css_page_size=False, print_background=True)
                count = len(re.findall(rb"/Type\s*/Page\b", data))
                if count != 1:
                    problems.append(f"{name}: {count} sheets")
    page.close()


HOST = """table{border-collapse:separate;border-spacing:4px;margin:1em 0;border:3px solid red;background:#fee}td,th{padding:12px;border:2px
solid #fbb;text-align:left;color:#900;background:#f4f4f4}details,bdi,time{margin:4px;border:2px solid blue;padding:3px;font:italic bold 20px Georgia}tr:nth-child(even){background:#efe}ul,ol{margin:1em 2em;list-style:square}li{margin-bottom:8px;color:#090}
a{color:#c00}h1,h2,h3{font:italic 40px Georgia;color:#060;border-bottom:1px solid red;text-transform:uppercase}time{color:#777}summary{font-weight:bold}
*{box-sizing:content-box}i{font-style:italic}b{color:#a00}caption{caption-side:bottom;padding:1em}p{margin:2em;color:#00a}"""


def check_host(browser, files):
    """Compares a view in a page with rules of its own for bare elements with the same view in a page without."""
    page = browser.new_page(viewport={"width": 1000, "height": 900})
    for file in files:
        source = re.sub("(</?)h1", r"\1h2", file.read_text())
        sheet = re.search("<style>.*?</style>", source, re.S)[0]
        view = re.search("<main>(.*)</main>", source, re.S)[1]
        images = []
        for rules in ["", HOST]:
            page.set_content(f"<style>{rules}</style>{sheet}<div class=al lang=en dir=ltr>{view}</div>")
            images.append(Image.open(io.BytesIO(page.locator(".al").screenshot())).convert("RGB"))
        if images[0].size != images[1].size:
            problems.append(f"{file.name}: {images[0].size}, in a page with rules {images[1].size}")
        elif box := ImageChops.difference(*images).getbbox():
            problems.append(f"{file.name}: rules of the page around it change {box}")
    page.close()


def check_programs(browser, golden):
    """Compares the drawings of both programs, blurred, as their letters differ in their edges."""
    page = browser.new_page()
    with tempfile.TemporaryDirectory() as folder:
        for file in golden:
            ours = pathlib.Path(folder) / "chromium.png"
            theirs = pathlib.Path(folder) / "rsvg.png"
            page.goto(file.as_uri())
            page.locator("svg").screenshot(path=str(ours))
            subprocess.run(["rsvg-convert", str(file), "-o", str(theirs)], check=True)
            one, two = (Image.open(path).convert("RGB") for path in (ours, theirs))
            if one.size != two.size:
                problems.append(f"{file.name}: {one.size} in Chromium, {two.size} in librsvg")
                continue
            blur = ImageFilter.BoxBlur(6)
            difference = ImageChops.difference(one.filter(blur), two.filter(blur))
            mean = sum(ImageStat.Stat(difference).mean) / 3
            if mean > 3:
                problems.append(f"{file.name}: Chromium and librsvg differ by {mean:.1f} of 255")
    page.close()


def main():
    folder = pathlib.Path(sys.argv[1]).resolve()
    pages, pictures = sorted(folder.glob("*.html")), sorted(folder.glob("*.svg"))
    golden = sorted(pathlib.Path(sys.argv[2]).resolve().glob("*.svg"))
    assert pages and pictures, f"no pictures in {folder}"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        tested = check_pages(browser, pages)
        check_pictures(browser, pictures)
        check_print(browser, [file for file in pages if re.search("-(week|month|day|year|columns|timeline)-", file.name)][:: 3 if IS_WHOLE else 9])
        check_host(browser, [file for file in pages if "en_GB" in file.name][:12])
        check_programs(browser, golden)
        browser.close()
    # Problems of one kind, with the first picture that has it.
    kinds = {}
    for problem in problems:
        kinds.setdefault(re.sub(r"[0-9.]+", "0", problem.split(": ", 1)[1]), []).append(problem)
    for first, *others in list(kinds.values())[:60]:
        print(first + (f" (and {len(others)} more)" if others else ""))
    print(f"{len(pages)} pages, {len(pictures)} pictures, {tested} looked at by axe, {len(golden)} by two programs: "
          f"{len(problems)} problems")
    return 1 if problems else 0


sys.exit(main())
