// What is wrong with the layout and the colours of a page or a picture, measured as the browser has drawn it.
(() => {
  const parse = (text) => {
    const parts = (text.match(/[\d.]+/g) || []).map(Number);
    return parts.length < 3 ? null : { r: parts[0], g: parts[1], b: parts[2], a: parts.length > 3 ? parts[3] : 1 };
  };
  const over = (top, ground) => ({
    r: top.r * top.a + ground.r * (1 - top.a), g: top.g * top.a + ground.g * (1 - top.a),
    b: top.b * top.a + ground.b * (1 - top.a), a: 1,
  });
  const luminance = (color) => {
    const part = (value) => ((value /= 255) <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * part(color.r) + 0.7152 * part(color.g) + 0.0722 * part(color.b);
  };
  const contrast = (one, two) => {
    const [a, b] = [luminance(one), luminance(two)];
    return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
  };
  const hex = (color) => [color.r, color.g, color.b].map((part) => Math.round(part).toString(16).padStart(2, "0")).join("");
  const intersection = (a, b) => ({
    left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
  });
  const width = (box) => box.right - box.left;
  const height = (box) => box.bottom - box.top;

  // The pairs of texts that cover each other.
  const collisions = (texts, found) => {
    texts.sort((a, b) => a.box.top - b.box.top);
    for (let i = 0; i < texts.length; i++) {
      for (let j = i + 1; j < texts.length && texts[j].box.top < texts[i].box.bottom - 2; j++) {
        const common = intersection(texts[i].box, texts[j].box);
        if (texts[i].node !== texts[j].node && width(common) > 2 && height(common) > 2.5) {
          found.push(`over each other: "${texts[i].text}" and "${texts[j].text}"`);
        }
      }
    }
  };

  // The texts of an item of a list that touch each other, such as a time and a title.
  const touching = (found) => {
    for (const item of document.querySelectorAll("li")) {
      const walker = document.createTreeWalker(item, NodeFilter.SHOW_TEXT);
      let last = null;
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const text = node.data.trim();
        // The parts of a time are one text.
        if (last && last.time && last.time === node.parentElement.closest(".al-time")) continue;
        if (!text || !node.parentElement.checkVisibility() || isHidden(node.parentElement)) continue;
        const range = document.createRange();
        range.setStart(node, node.data.search(/\S/));
        range.setEnd(node, node.data.trimEnd().length);
        const limit = clip(node.parentElement);
        const boxes = [...range.getClientRects()].map((rect) => intersection(rect, limit)).filter((box) => width(box) > 0.5 && height(box) > 0.5);
        if (!boxes.length) continue;
        const first = boxes[0];
        if (last && Math.abs(first.top - last.box.top) < 3) {
          const gap = Math.max(first.left - last.box.right, last.box.left - first.right);
          // A space is a quarter of the height or wider.
          if (gap < 0.1 * height(first)) found.push(`touch each other: "${last.text}" and "${text}"`);
        }
        last = { text, box: boxes[boxes.length - 1], time: node.parentElement.closest(".al-time") };
      }
    }
  };

  // ---- Pages

  const ground = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) {
      const color = parse(getComputedStyle(at).backgroundColor);
      if (color && color.a > 0) layers.push(color);
      if (color && color.a === 1) break;
    }
    return layers.reverse().reduce((under, layer) => over(layer, under), { r: 255, g: 255, b: 255, a: 1 });
  };

  const clip = (element) => {
    const box = { left: -1e9, right: 1e9, top: -1e9, bottom: 1e9, ellipsis: false };
    for (let at = element; at && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      const own = at.getBoundingClientRect();
      Object.assign(box, intersection(box, own));
      if (style.textOverflow === "ellipsis" || style.webkitLineClamp !== "none") box.ellipsis = true;
    }
    return box;
  };

  // Whether a text is for screen readers only.
  const isHidden = (element) => {
    for (let at = element; at; at = at.parentElement) if (getComputedStyle(at).clipPath === "inset(50%)") return true;
    return false;
  };

  window.checkPage = () => {
    const found = [];
    const root = document.documentElement;
    if (root.scrollWidth > root.clientWidth + 1) found.push(`wider than the window: ${root.scrollWidth}`);
    // A page shorter than the window has its ground in all of it.
    if (document.querySelector(".al-page") && parse(getComputedStyle(root).backgroundColor).a < 1) found.push("no ground of the window");
    const texts = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      const text = node.data.trim();
      if (!text || element.closest("style,title") || !element.checkVisibility() || isHidden(element)) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const limit = clip(element);
      const cell = element.closest("li,td,th,caption,p,h1,h2,h3,summary");
      for (const rect of range.getClientRects()) {
        const box = intersection(rect, limit);
        if (width(box) <= 0.5 || height(box) <= 0.5) {
          // A line that is cut off as a whole is one that has no room; a text without any line is lost.
          continue;
        }
        if (height(box) < rect.height - 4) found.push(`cut at its height: "${text}" ${height(box)} of ${rect.height}`);
        if (width(box) < rect.width - 2 && !limit.ellipsis) found.push(`cut without an ellipsis: "${text}"`);
        if (cell && !cell.closest(".al-bar")) {
          const room = cell.getBoundingClientRect();
          if (box.right > room.right + 3 || box.left < room.left - 3) found.push(`outside its box: "${text}"`);
        }
        texts.push({ text, node, box });
      }
      const style = getComputedStyle(element);
      const back = ground(element);
      const ink = over(parse(style.color), back);
      if (contrast(ink, back) < 4.5) {
        found.push(`contrast ${contrast(ink, back).toFixed(2)} of "${text}": ${hex(ink)} on ${hex(back)}`);
      }
    }
    collisions(texts, found);
    touching(found);
    // The dots of a month are drawn by the style sheet.
    for (const element of document.querySelectorAll(".al-filled,.al-dot,.al-month td>ul>.al-item:not(.al-bar)")) {
      if (!element.checkVisibility() || isHidden(element)) continue;
      const style = getComputedStyle(element, element.matches("li:not(.al-filled)") ? "::before" : null);
      const fill = parse(style.backgroundColor);
      if (!fill || fill.a === 0) continue;
      const back = ground(element.parentElement);
      const edges = [style.borderTopStyle === "none" ? "" : style.borderTopColor, style.outlineStyle === "none" ? "" : style.outlineColor].map(parse).filter(Boolean);
      if (![fill, ...edges].some((color) => contrast(over(color, back), back) >= 3)) {
        found.push(`a fill of ${hex(fill)} on ${hex(back)}`);
      }
    }
    return [...new Set(found)];
  };

  // The part of a text that can be seen, line by line.
  const seen = (element) => {
    if (!element.checkVisibility() || isHidden(element)) return [];
    const range = document.createRange();
    range.selectNodeContents(element);
    const limit = clip(element);
    return [...range.getClientRects()].map((rect) => intersection(rect, limit)).filter((box) => width(box) > 0.5 && height(box) > 0.5);
  };

  // Each time in a box of hours is whole, or not there; each box that is seen has a text; on paper each item has its name.
  window.checkBoxes = (isPaper) => {
    const found = [];
    for (const span of document.querySelectorAll(".al-text .al-time span")) {
      const limit = clip(span);
      for (const rect of span.getClientRects()) {
        const box = intersection(rect, limit);
        if (width(box) > 0.5 && height(box) > 0.5 && width(box) < rect.width - 1) found.push(`a time is cut: "${span.textContent}"`);
      }
    }
    const named = new Set();
    for (const title of document.querySelectorAll(".al-title,.al-printed li")) {
      if (seen(title).length) named.add(title.matches("li") ? title.textContent : title.closest("[data-uid]")?.dataset.uid);
      else if (title.closest(".al-text")?.checkVisibility() && title.textContent.trim()) found.push(`a box without its title: "${title.textContent}"`);
    }
    const lines = [...named].join("\n");
    if (isPaper) {
      for (const item of document.querySelectorAll(".al-item[data-uid]")) {
        const title = item.querySelector(".al-title")?.textContent.replace(/^[☐☑✎✗?]\s/, "").trim();
        if (title && !named.has(item.dataset.uid) && !lines.includes(title)) found.push(`not on paper: "${title}"`);
      }
    }
    return [...new Set(found)];
  };

  // Opens the lists one after the other; each is within the window.
  window.checkOpened = () => {
    const found = [];
    for (const details of document.querySelectorAll("details")) {
      details.open = true;
      const box = details.nextElementSibling.getBoundingClientRect();
      const name = details.querySelector("summary").textContent;
      if (box.left < -1 || box.right > document.documentElement.clientWidth + 1) {
        found.push(`opened beyond the window: "${name}" ${Math.round(box.left)}–${Math.round(box.right)}`);
      }
      details.open = false;
    }
    return [...new Set(found)];
  };

  // ---- Pictures

  window.checkPicture = (svg) => {
    const found = [];
    const frame = svg.getBoundingClientRect();
    const rects = [];
    const texts = [];
    for (const element of svg.querySelectorAll("rect,text")) {
      const box = element.getBoundingClientRect();
      if (element.tagName === "rect") {
        const fill = element.getAttribute("fill");
        const stroke = element.getAttribute("stroke");
        rects.push({ element, box, fill: fill && fill !== "none" ? parse(getComputedStyle(element).fill) : null,
          stroke: stroke ? parse(getComputedStyle(element).stroke) : null });
        continue;
      }
      const text = element.textContent.trim();
      if (!text) continue;
      if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.bottom > frame.bottom + 1) {
        found.push(`outside the picture: "${text}"`);
      }
      texts.push({ text, node: element, box: { left: box.left, right: box.right, top: box.top + 2, bottom: box.bottom - 3 } });
      // The last shape of its group that is not a dot is the box of the text.
      const middle = { x: (box.left + box.right) / 2, y: (box.top + box.bottom) / 2 };
      const below = rects.filter((rect) => rect.fill && rect.box.left <= middle.x && rect.box.right >= middle.x
        && rect.box.top <= middle.y && rect.box.bottom >= middle.y);
      const under = below.length ? below[below.length - 1] : null;
      const back = under ? under.fill : { r: 255, g: 255, b: 255, a: 1 };
      const ink = parse(getComputedStyle(element).fill);
      if (contrast(ink, back) < 4.5) {
        found.push(`contrast ${contrast(ink, back).toFixed(2)} of "${text}": ${hex(ink)} on ${hex(back)}`);
      }
      const own = [...element.parentElement.children].filter((child) => child.tagName === "rect").pop();
      if (own) {
        const room = own.getBoundingClientRect();
        const isBox = room.width > 12 && room.top <= middle.y && room.bottom >= middle.y && room.left <= middle.x && room.right >= middle.x;
        if (isBox && (box.right > room.right + 2 || box.left < room.left - 2)) found.push(`outside its box: "${text}"`);
        if (isBox && (box.bottom - 4 > room.bottom + 1)) found.push(`below its box: "${text}"`);
      }
    }
    collisions(texts, found);
    for (const [index, rect] of rects.entries()) {
      const isItem = rect.element.parentElement.closest(".al-item,.al-day");
      if (!rect.fill || !isItem || rect.box.width > frame.width * 0.98 || rect.box.height > 60 && rect.element.parentElement.matches(".al-day")) continue;
      const middle = { x: (rect.box.left + rect.box.right) / 2, y: (rect.box.top + rect.box.bottom) / 2 };
      const under = rects.slice(0, index).filter((other) => other.fill && other.box.left <= middle.x && other.box.right >= middle.x
        && other.box.top <= middle.y && other.box.bottom >= middle.y && other.box.width > rect.box.width).pop();
      if (!under) continue;
      const inks = [rect.fill, rect.stroke].filter(Boolean);
      const isCell = rect.element.parentElement.matches(".al-day") && rect.element === rect.element.parentElement.querySelector("rect");
      if (!isCell && !inks.some((color) => contrast(color, under.fill) >= 3)) {
        found.push(`a fill of ${hex(rect.fill)} on ${hex(under.fill)}`);
      }
    }
    return [...new Set(found)];
  };
})();
