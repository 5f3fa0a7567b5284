internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacTime
internal import AlmanacViews

extension Pen {
  /// Draws the number of a day on its colour, with its mark beside it. Today has a ring around it, apart from it, so that
  /// it is seen on any colour.
  ///
  /// - Parameter width: The width of the number, without its mark.
  func dayNumber(_ day: DayCell, left: Double, top: Double, width: Double = 26) {
    let isFaint = !day.isInMonth || !day.isValid
    let fill = isFaint ? nil : day.color
    let edge = day.color.map { ink.edge(of: $0) }
    let box = Box(left: left, top: top, width: width, height: 20)
    if day.isToday { outline(box.inset(by: width < 26 ? -2 : -3), radius: 8) }
    rectangle(
      box, fill: fill, stroke: isFaint ? edge : edge == fill ? nil : edge,
      radius: 6)
    label(
      localization.number(day.date.dayOfMonth), left: left, y: top + 14.5, width: width, size: width / 2,
      fill: fill?.contrastingText ?? (isFaint ? ink.faint : ink.text),
      bold: day.isToday || day.mark == .several, centered: true)
    guard day.mark != .none else { return }
    label(
      day.mark.sign, left: left + width + (width < 26 ? 2.5 : 5), y: top + 15, width: 14,
      size: width < 26 ? 11 : 14,
      fill: isFaint ? ink.faint : ink.text, bold: true)
  }

  /// Draws an item as a dot and a line of texts, each of its own direction.
  func entry(_ item: ViewItem, parts: [String], left: Double, top: Double, width: Double) {
    dot(item, left: left + 2, top: top + 4)
    label(
      TypeWidth.wrapped(parts, to: .infinity, lines: 1)[0], left: left + 15, y: top + 12.5, width: width - 17,
      fill: item.isCancelled ? ink.faint : ink.text, struck: item.isCancelled)
  }

  /// Draws an item as a dot and a line of text.
  func entry(
    _ item: ViewItem, _ text: String, after lead: String = "", tail: String = "", left: Double, top: Double,
    width: Double, isFaint: Bool = false
  ) {
    dot(item, left: left + 2, top: top + 4)
    label(
      text, after: lead, tail: tail, left: left + 15, y: top + 12.5, width: width - 17,
      fill: item.isCancelled || isFaint ? ink.faint : ink.text, struck: item.isCancelled)
  }

  /// The place of a bar in a row of days; one that continues reaches the edge of the row.
  func box(
    of segment: Segment, left: Double, top: Double, columnWidth: Double, laneHeight: Double, inset: Double
  ) -> Box {
    let before = segment.continuesBefore ? 0 : inset
    let after = segment.continuesAfter ? 0 : inset
    return Box(
      left: left + before, top: top + Double(segment.lane) * laneHeight,
      width: Double(segment.columns.count) * columnWidth - before - after, height: laneHeight - 3)
  }

  /// Draws an item of whole days as a bar, with signs where it continues beyond the row.
  ///
  /// - Parameter isOutside: Whether all its days are outside the month, so that it is not filled.
  func bar(_ segment: Segment, in box: Box, isOutside: Bool = false) {
    let item = segment.item
    var colors = colors(of: item)
    if isOutside {
      colors = BoxColors(fill: ink.shade, edge: colors.edge, text: ink.faint, isDashed: colors.isDashed)
    }
    rectangle(box, colors)
    func sign(_ text: String, left: Double) {
      label(text, left: left, y: box.top + 12.5, width: 12, fill: colors.text)
    }
    // The line through a cancelled title leaves out the sign.
    let isApart = segment.continuesBefore && item.isCancelled
    if isApart { sign("‹", left: box.left + 5) }
    let lead = isApart ? "" : segment.continuesBefore ? "‹ " : item.isAllDay ? "" : start(item) + " "
    let (title, marks) = decoration.titleAndMarks(item, in: self)
    let before = isApart ? 14.0 : 5
    // The end of an item with times is shown where the whole title leaves it room.
    let end = item.isAllDay || !item.isMultiDay || segment.continuesAfter ? "" : end(item)
    let endWidth = end.isEmpty ? 0 : TypeWidth.of(end) * 12 + 12
    let hasEnd = endWidth > 0 && before + TypeWidth.of(lead + title + marks) * 12 + endWidth <= box.width
    label(
      title, after: lead, tail: marks, left: box.left + before, y: box.top + 12.5,
      width: box.width - before - (segment.continuesAfter ? 15 : hasEnd ? endWidth : 4), fill: colors.text,
      struck: item.isCancelled)
    if segment.continuesAfter { sign("›", left: box.left + box.width - 13) }
    if hasEnd {
      label(
        end, left: box.left + box.width - endWidth + 6, y: box.top + 12.5, width: endWidth - 6,
        fill: colors.text)
    }
  }

  /// Draws the colour of an item as a dot; a cancelled or tentative item has an outline only.
  func dot(_ item: ViewItem, left: Double, top: Double) {
    let colors = colors(of: item)
    rectangle(Box(left: left, top: top, width: 9, height: 9), colors, radius: 4.5)
  }

  /// Draws the colour of an item without a date.
  func dot(_ color: CalendarColor, left: Double, top: Double) {
    rectangle(
      Box(left: left, top: top, width: 9, height: 9),
      BoxColors(fill: color, edge: ink.edge(of: color), text: ink.text), radius: 4.5)
  }
}

/// The estimated width of text in a sans-serif font, relative to the font size.
///
/// The font of a picture is unknown until it is shown. These widths by classes of letters are between those of Noto Sans
/// and DejaVu Sans, which is among the widest fonts.
enum TypeWidth {
  static func of(_ text: String) -> Double {
    ofPlain(text)?.width ?? text.reduce(0) { $0 + of($1) }
  }

  /// The width of a text without a line break that has only letters and signs of Western languages, each of which is a character,
  /// and the bytes of its beginning that fit a room, without spaces at the end; `nil` for another text.
  private static func ofPlain(_ text: String, room: Double = .infinity) -> (width: Double, fitting: Int)? {
    text.withBytes { bytes in
      var (width, index, fitting) = (0.0, 0, 0)
      while index < bytes.count {
        let byte = bytes[index]
        switch byte {
        case 0x20..<0x7F:
          width += widths[Int(byte)]
          index += 1
        // U+00A0, U+00B7, U+00C0 … U+017F
        case 0xC2...0xC5 where index + 1 < bytes.count:
          let scalar = UInt32(byte & 0x1F) << 6 | UInt32(bytes[index + 1] & 0x3F)
          guard scalar == 0xA0 || scalar == 0xB7 || scalar >= 0xC0 else { return nil }
          width += scalar == 0xA0 ? widths[0x20] : isUppercase(scalar) ? 0.76 : 0.62
          index += 2
        // The dashes, quotation marks and ellipses U+2010 … U+2026, and the signs ‹ and ›.
        case 0xE2 where index + 2 < bytes.count && bytes[index + 1] == 0x80:
          guard 0x90...0xA6 ~= bytes[index + 2] || 0xB9...0xBA ~= bytes[index + 2] else { return nil }
          width += 0.62
          index += 3
        default: return nil
        }
        if byte != UInt8(ascii: " "), width <= room { fitting = index }
      }
      return (width, fitting)
    }
  }

  /// Whether one of the letters U+00C0 … U+017F is an uppercase one.
  private static func isUppercase(_ letter: UInt32) -> Bool {
    switch letter {
    case 0xD7, ..<0xC0: false
    case ..<0x100: letter < 0xDF
    default: Unicode.Scalar(letter)?.properties.isUppercase ?? false
    }
  }

  /// The text if it fits, else as much of it as fits before an ellipsis; empty where nothing fits.
  static func cut(_ text: String, to room: Double) -> String {
    if let plain = ofPlain(text, room: room - ellipsis) {
      return plain.width <= room ? text : cut(text.utf8.prefix(plain.fitting))
    }
    if text.end(within: room, by: of) == text.endIndex { return text }
    return cut(text.beginning(within: room - ellipsis, by: of).utf8)
  }

  private static func cut(_ head: Substring.UTF8View) -> String {
    head.isEmpty ? "" : "\(Substring(head))…"
  }

  /// The text on lines, broken between words, between characters of scripts without spaces, and within words that are longer than a
  /// line; the last line is cut. Joined letters are not parted: the rest of the text is on a line that is cut.
  ///
  /// - Parameter breaksWords: Whether words that are longer than a line are broken; else they have a line that is cut.
  static func wrapped(_ text: String, to room: Double, lines: Int, breaksWords: Bool = true) -> [String] {
    if lines < 2 || of(text) <= room { return [text] }
    var result: [String] = []
    var rest = SafeText.singleLine(text)[...]
    while result.count < lines - 1 {
      let end = rest.end(within: room, by: of)
      if end == rest.endIndex { break }
      let limit = max(end, rest.index(after: rest.startIndex))
      let next =
        rest[...limit].indices.dropFirst().last { isBreak(in: rest, at: $0) }
        ?? (breaksWords ? limit : rest[limit...].indices.first { isBreak(in: rest, at: $0) } ?? rest.endIndex)
      if next == rest.endIndex { break }
      if let after = rest[next].unicodeScalars.first, isArabic(after),
        let before = rest[..<next].unicodeScalars.last, isArabic(before)
      {
        break
      }
      var line = rest[..<next]
      while line.last == " " { line.removeLast() }
      result.append(String(line))
      rest = rest[next...].drop { $0 == " " }
    }
    return rest.isEmpty ? result : result + [String(rest)]
  }

  /// The parts of a text, with ` · ` between them, on lines; a part that is broken is on several of them.
  static func wrapped(_ parts: [String], to room: Double, lines: Int) -> [[String]] {
    var rest: [Substring] = parts.flatMap { [" · ", SafeText.singleLine($0)[...]] }
    if !rest.isEmpty { rest.removeFirst() }
    return wrapped(rest.joined(), to: room, lines: lines).map { line in
      var (line, own) = (line[...], [String]())
      while let part = rest.first, !line.isEmpty {
        // A line has no spaces around a break.
        let forms = [part, part.drop { $0 == " " }]
        guard let next = forms.first(where: { line.utf8.starts(with: $0.utf8.prefix(line.utf8.count)) })
        else {
          break
        }
        let length = min(next.utf8.count, line.utf8.count)
        if length > 0 { own.append(String(line.utf8.prefix(length)) ?? "") }
        rest[0] = Substring(next.utf8.dropFirst(length))
        line = Substring(line.utf8.dropFirst(length))
        if rest[0].isEmpty { rest.removeFirst() }
      }
      return line.isEmpty ? own : own + [String(line)]
    }
  }

  /// Whether a line may end before a character: at a space, or beside a character of two cells, as those of Chinese and
  /// Japanese are, but not before or within punctuation.
  private static func isBreak(in text: Substring, at index: String.Index) -> Bool {
    let (after, before) = (text[index], text[text.index(before: index)])
    if after == " " || before == " " { return true }
    guard DisplayWidth.of(after) > 1 || DisplayWidth.of(before) > 1 else { return false }
    return !closing.contains(after) && !opening.contains(before)
  }

  /// The characters that do not begin a line, and those that do not end one.
  private static let closing = Set("、。，．・：；！？）」』】〕〉》ー々…,.:;!?)]}")
  private static let opening = Set("（「『【〔〈《([{")

  private static let ellipsis = 0.85

  private static func of(_ character: Character) -> Double {
    // Comparing characters would normalize them. Of those with a carriage return some have a line feed too.
    let bytes = character.utf8
    if let byte = bytes.first, byte < 0x80, bytes.count == 1 || byte == 0x0D { return widths[Int(byte)] }
    if bytes.count == 2, character.unicodeScalars.first == "\u{A0}" { return widths[0x20] }
    let cells = DisplayWidth.of(character)
    guard cells == 1, let scalar = character.unicodeScalars.first else {
      // A font without a joined picture draws its parts side by side.
      return cells > 1
        ? 1.1 * Double(max(character.unicodeScalars.count { DisplayWidth.of(Character($0)) > 1 }, 1)) : 0
    }
    if isArabic(scalar) {
      return wideArabic.contains(scalar) ? 0.97 : narrowArabic.contains(scalar) ? 0.45 : 0.62
    }
    // Letters of other scripts count like wide Latin ones; single letters of right-to-left scripts are the widest.
    if SafeText.guardMark(String(scalar)) != nil { return 0.72 }
    return scalar.properties.isUppercase ? 0.76 : 0.62
  }

  /// Whether a letter is joined to those beside it.
  private static func isArabic(_ scalar: Unicode.Scalar) -> Bool { (0x0620...0x06D3).contains(scalar.value) }

  private static let wideArabic = Set("سشصض".unicodeScalars)
  private static let narrowArabic = Set("ادذرزولأإآؤ".unicodeScalars)

  private static let widths: [Double] = (0..<128).map { value in
    switch Character(Unicode.Scalar(UInt8(value))) {
    case "i", "j", "l", "'", "|": 0.3
    case " ", ".", ",", "I": 0.33
    case "f", "t", "r", ":", ";", "(", ")", "[", "]", "-": 0.41
    case "m", "w", "M", "W", "@", "%": 0.95
    case "A"..."Z": 0.73
    case "0"..."9", "b", "d", "g", "h", "n", "p", "q", "u": 0.636
    case "a", "e", "o": 0.616
    default: 0.59
    }
  }
}
