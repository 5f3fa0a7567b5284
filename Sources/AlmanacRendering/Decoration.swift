internal import AlmanacEvents
public import AlmanacViews
internal import AlmanacTime

/// The additions of a caller to the items of pictures and pages: links, titles of its own, and marks such as that of an alarm.
///
/// ```swift
/// var decoration = Decoration()
/// decoration.link = { "/events/\($0.item.uid)" }
/// decoration.marks = Decoration.signs
/// let page = HTMLRenderer().fragment(march, decoration: decoration)
/// ```
public struct Decoration: Sendable {
  /// The address to which an item leads; `nil` for an item without one. Addresses with a scheme other than `http`,
  /// `https`, `mailto`, `tel` and `webcal` are ignored, so that no script is run.
  public var link: (@Sendable (ViewItem) -> String?)?
  /// The text in place of an item's title; `nil` for the title.
  public var text: (@Sendable (ViewItem) -> String?)?
  /// The signs after an item's title.
  public var marks: (@Sendable (ViewItem) -> [String])?
  /// The further classes of an item's element, for the caller's own style sheet. Only letters, digits, hyphens and
  /// underscores are written.
  public var classes: (@Sendable (ViewItem) -> [String])?

  /// Creates a decoration without additions.
  public init() {}

  /// The signs of an item that repeats, has an alarm or has a place.
  public static let signs: @Sendable (ViewItem) -> [String] = { signs($0, besidesPlace: false) }

  /// The same, without that of a place where the place itself is written.
  static func signs(_ item: ViewItem, besidesPlace: Bool) -> [String] {
    var signs: [String] = []
    if item.occurrence.recurrenceID != nil { signs.append("↻") }
    if !item.item.alarms.isEmpty { signs.append("⏰") }
    if !besidesPlace, !item.item.location.isEmpty { signs.append("⚲") }
    return signs
  }
}

extension Decoration {
  /// The title as it is written, with its sign before it and its marks after it.
  func title(_ item: ViewItem, in words: some Wording) -> String {
    let (title, marks) = titleAndMarks(item, in: words)
    return title + marks
  }

  /// The same in two parts, of which the first is shortened where there is no room; the marks have a space before them. No line ends
  /// between the sign and the title.
  func titleAndMarks(_ item: ViewItem, in words: some Wording) -> (title: String, marks: String) {
    let (sign, title) = (words.sign(item), text?(item) ?? words.name(item.item))
    let signs = marks?(item) ?? []
    return (
      sign.isEmpty ? title : sign.dropLast() + "\u{A0}" + title,
      signs.isEmpty ? "" : " " + signs.joined(separator: " ")
    )
  }

  /// The address of an item, if it is one that a browser may open.
  func safeLink(_ item: ViewItem) -> String? {
    guard let address = link?(item), !address.isEmpty else { return nil }
    let plain = address.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }
    let head = String(String.UnicodeScalarView(plain)).prefix { !"/?#".contains($0) }
    guard let colon = head.firstIndex(of: ":") else { return address }
    let schemes = ["http", "https", "mailto", "tel", "webcal"]
    return schemes.contains(head[..<colon].lowercased()) ? address : nil
  }
}

extension MarkupWriter {
  /// The letters of a name that may be part of a class: others become hyphens.
  static func className(_ name: String) -> String {
    String(
      name.lowercased().map { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" ? $0 : "-" }.prefix(40))
  }
}

extension Wording where Self: MarkupWriter {
  /// Writes the classes of an item: its kind, its state, its calendar and its categories.
  func writeClasses(_ item: ViewItem, _ decoration: Decoration) {
    switch item.item.kind {
    case .event: literal("al-event")
    case .todo: literal("al-todo")
    case .journal: literal("al-journal")
    }
    if item.isCancelled { literal(" al-cancelled") }
    if item.isCompleted { literal(" al-done") }
    if item.isTentative { literal(" al-tentative") }
    if item.isDeclined { literal(" al-declined") }
    literal(" al-calendar-")
    number(Double(item.calendar))
    for category in item.item.categories.prefix(5) {
      literal(" al-category-")
      classPart(category)
    }
    for name in decoration.classes?(item) ?? [] {
      literal(" ")
      text(Self.className(name))
    }
  }

  /// Writes the attributes by which a program finds an item: its UID, and its start by ISO 8601 with its offset, without the name of
  /// the zone, as programs for pages read it.
  func writeIdentity(_ item: ViewItem) {
    attribute("data-uid", item.item.uid)
    attribute("data-start") { digits(capacity: DigitWriter.timeCapacity) { $0.append(item.statedStart) } }
  }
}
