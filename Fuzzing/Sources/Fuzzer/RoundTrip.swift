import AlmanacEvents
@_spi(Doors) import AlmanacICS
import AlmanacTime

/// What must hold for any bytes: reading ends, what was read comes back from every form in which it is written, and
/// libical's values are those of the door in Swift.
struct RoundTrip {
  private let input: [UInt8]
  private let triesEdits: Bool
  private let options = ICSOptions(uids: .seeded(1))

  /// - Parameter triesEdits: Whether edits of every kind are tried, not only one of a title.
  init(_ input: [UInt8], triesEdits: Bool) {
    self.input = input
    self.triesEdits = triesEdits
  }

  func check() {
    let document = try? ICSDocument(parsing: input, options: options)
    checkDoors(document)
    guard let document else { return }
    checkAsRead(document)
    checkNormalized(document)
    checkJCal(document)
    checkEdit(document)
  }

  private func read(_ bytes: [UInt8], _ form: String) -> ICSDocument {
    do {
      return try ICSDocument(parsing: bytes, options: options)
    } catch {
      fatalError("\(form): \(error)\n" + String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Through the door in Swift a document is the same: the model, the diagnostics, the text of both.
  private func checkDoors(_ document: ICSDocument?) {
    var options = options
    options.isWithoutLibical = true
    let other = try? ICSDocument(parsing: input, options: options)
    require((document == nil) == (other == nil), "doors: one refuses the document")
    guard let document, let other else { return }
    require(document.diagnostics == other.diagnostics, "doors: other diagnostics")
    require(document.calendars == other.calendars, "doors: another model")
    require(document.bytes(.normalized) == other.bytes(.normalized), "doors: another text")
  }

  private func checkAsRead(_ document: ICSDocument) {
    let again = read(document.bytes, "as read")
    require(again.bytes == document.bytes, "as read: other bytes")
    require(again.calendars == document.calendars, "as read: another model")
  }

  private func checkNormalized(_ document: ICSDocument) {
    let bytes = document.bytes(.normalized)
    require(
      !bytes.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D },
      "normalized: control characters")
    guard !document.calendars.isEmpty else { return }
    let again = read(bytes, "normalized")
    Self.requireSame(document, again, "normalized")
    // Where times are broken, or the file's own definition of a zone holds, the rest may go by another name of the
    // zone, or as UTC: its times are compared with the model.
    let isClean = document.diagnostics.allSatisfy { $0.severity == .note && $0.code != .zoneDiffers }
    let (once, twice) = (
      Self.sortedLines(bytes, withZones: isClean),
      Self.sortedLines(again.bytes(.normalized), withZones: isClean)
    )
    if once != twice {
      fatalError("normalized: not twice the same\n" + Self.difference(Array(once.utf8), Array(twice.utf8)))
    }
  }

  /// Bytes that are no iCalendar need not survive as JSON, which has no place for lines that say nothing.
  private func checkJCal(_ document: ICSDocument) {
    let text = document.jCal
    let again: ICSDocument
    do {
      again = try ICSDocument(jCal: text.utf8, options: options)
    } catch {
      require(
        document.calendars.isEmpty || error.code == .empty || error.code == .notICalendar, "jCal: \(error)")
      return
    }
    guard document.diagnostics.allSatisfy({ $0.severity == .note }) else { return }
    Self.requireSame(document, again, "jCal")
  }

  /// Of all edits the length of the input chooses one; the first item that its identity tells is edited. What has no
  /// identity of its own goes by its place, which an edit may change.
  private func checkEdit(_ document: ICSDocument) {
    guard let first = document.calendars.first,
      !document.diagnostics.contains(where: { $0.code == .missingUID }),
      let item = first.items.first(where: { first.item($0.id) == $0 })
    else { return }
    let number = triesEdits ? input.count % Edits.all.count : 0
    var edited = document
    do { try Edits.all[number](&edited.calendars[0], item.id) } catch { return }
    // A calendar that is there for an item outside of every VCALENDAR goes with the item; the rest may be no iCalendar.
    if edited.calendars[0].count == 0,
      document.diagnostics.contains(where: { $0.code.rawValue == "outside_calendar" })
    {
      let rest = try? ICSDocument(parsing: edited.bytes, options: options)
      if (rest?.calendars.count ?? 0) < edited.calendars.count { return }
    }
    let written = read(edited.bytes, "edit \(number)")
    Self.requireSame(edited, written, "edit \(number)")
    let lines = edited.calendars[0].unmodelled.properties
    edited.calendars[0].name = "changed"
    edited.calendars[0].details = "as well"
    let again = read(edited.bytes, "calendar")
    Self.requireSame(edited, again, "calendar")
    let changed = again.calendars[0]
    require(
      changed.name == "changed" && changed.details == "as well"
        && changed.unmodelled.properties.count == lines.count,
      "calendar: other properties")
  }

  static func requireSame(_ one: ICSDocument, _ other: ICSDocument, _ form: String) {
    require(
      one.calendars.count == other.calendars.count,
      "\(form): \(one.calendars.count) calendars became \(other.calendars.count)")
    let isClean = one.diagnostics.allSatisfy { $0.severity == .note }
    for (mine, theirs) in zip(one.calendars, other.calendars) {
      require(mine.count == theirs.count, "\(form): \(mine.count) items became \(theirs.count)")
      for (item, written) in zip(mine.items, theirs.items) {
        let (item, written) = (item.forComparison(isClean), written.forComparison(isClean))
        if item != written { fatalError("\(form): another item\n\(dumped(item, written))") }
      }
    }
  }

  /// Unfolded, without the zones, of which only what they make of the times must stay; what the model has no place for
  /// may come to stand elsewhere, and once where it stood twice.
  private static func sortedLines(_ bytes: [UInt8], withZones: Bool) -> String {
    let unfolded = String(decoding: bytes, as: UTF8.self).replacing("\r\n ", with: "").split(
      separator: "\r\n")
    var lines: [Substring] = []
    var isInZone = false
    for line in unfolded {
      if line == "BEGIN:VTIMEZONE" { isInZone = true }
      if !isInZone { lines.append(line) }
      if line == "END:VTIMEZONE" { isInZone = false }
    }
    let texts = lines.map { line in
      let text = line.lowercased()
      if withZones { return text }
      return text.replacing(/;tzid=("[^"]*"|[^:;]*)/, with: "").replacing(/([0-9]{8}t[0-9]{6})z/) {
        $0.output.1
      }
    }
    return Set(texts).sorted().joined(separator: "\n")
  }

  private static func dumped(_ one: Item, _ other: Item) -> String {
    var (left, right) = ("", "")
    dump(one, to: &left)
    dump(other, to: &right)
    return difference(Array(left.utf8), Array(right.utf8))
  }

  /// The lines that differ.
  private static func difference(_ one: [UInt8], _ other: [UInt8]) -> String {
    let mine = one.split(separator: 0x0A, omittingEmptySubsequences: false)
    let theirs = other.split(separator: 0x0A, omittingEmptySubsequences: false)
    var lines: [String] = []
    for index in 0..<max(mine.count, theirs.count) {
      let left = index < mine.count ? String(decoding: mine[index], as: UTF8.self) : ""
      let right = index < theirs.count ? String(decoding: theirs[index], as: UTF8.self) : ""
      if left != right { lines.append("\(index): \(left.debugDescription) → \(right.debugDescription)") }
      if lines.count > 12 { break }
    }
    return lines.joined(separator: "\n")
  }
}
