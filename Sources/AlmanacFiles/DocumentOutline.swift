internal import AlmanacComponents

/// The UIDs in a document, by its lines alone: nothing else of the document is read.
///
/// ```swift
/// let outline = try DocumentOutline(bytes)
/// if outline.statesAllUIDs, !outline.uids.contains(uid) { return nil }   // not in the document
/// ```
struct DocumentOutline: Sendable, Hashable {
  /// The UIDs of the events, to-dos and notes, as `ICSDocument` reads them, each as often as an item states it.
  private(set) var uids: [String] = []
  /// Whether each of these items states a UID; one that does not gets a UID when the document is read.
  private(set) var statesAllUIDs = true
  /// Whether a calendar states a name.
  private(set) var hasName = false

  /// - Throws: ``ICSError`` if a limit of the whole document is exceeded.
  /// - Complexity: O(n) in the number of bytes; several times faster than reading the document.
  init(_ bytes: [UInt8], limits: ICSLimits = .standard) throws(ICSError) {
    var scanner = ComponentScanner(try ContentSource(bytes, limits: limits), limits: limits)
    var table = LineTable()
    while let item = try scanner.next(into: &table) {
      switch item {
      case .line: table.withElement { add($0?.property) }
      case .component: table.withElement { add($0?.component) }
      case .calendarBegin, .calendarEnd, .refusedComponent: break
      }
    }
  }

  private mutating func add(_ property: PropertyView?) {
    if let name = property?.known, [.name, .calendarName].contains(name) { hasName = true }
  }

  private mutating func add(_ component: ComponentView?) {
    guard let component, let kind = component.kind, [.event, .todo, .journal].contains(kind) else { return }
    let uid = component.text(.uid) ?? ""
    if uid.isEmpty { statesAllUIDs = false } else { uids.append(uid) }
  }
}
