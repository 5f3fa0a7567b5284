"""Looks at pictures and pages as Chromium and librsvg draw them.

For each page, at four widths, light and dark: no text is cut or outside its box, no two texts are over each other, text
has a contrast of 4.5 and fills one of 3 or an edge; axe finds no violations; a printed week is one sheet. For each
picture the same; and the golden pictures look alike in both programs.

    check.py FOLDER [GOLDEN]
"""

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
            for width in [1440, 768, 360, 320]:
                page.set_viewport_size({"width": width, "height": 900})
                report(f"{file.name} {width} {scheme}", page.evaluate("checkPage()"))
                if number % 8 == 0 and width in (1440, 360):
                    result = axe.run(page, options=AXE_RULES).response
                    tested += 1
                    report(
                        f"{file.name} {width} {scheme}",
                        [f"axe {v['id']}: {v['nodes'][0]['html'][:160]}" for v in result["violations"]],
                    )
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
    page = browser.new_page()
    for file in files:
        page.goto(file.as_uri())
        for paper in ["A4", "Letter"]:
            data = page.pdf(format=paper, prefer_css_page_size=False, print_background=True)
            sheets = data.count(b"/Type /Page\n") or data.count(b"/Type /Page ") or data.count(b"/Type/Page/")
            if sheets != 1:
                problems.append(f"{file.name}: {sheets} sheets of {paper}")
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
    golden = sorted(pathlib.Path(sys.argv[2]).resolve().glob("*.svg")) if len(sys.argv) > 2 else []
    assert pages and pictures, f"no pictures in {folder}"
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        tested = check_pages(browser, pages)
        check_pictures(browser, pictures)
        check_print(browser, [file for file in pages if "-week-" in file.name][:6])
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
