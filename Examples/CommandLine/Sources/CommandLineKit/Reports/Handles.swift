import AlmanacEvents
import AlmanacFiles
import AlmanacRendering
import AlmanacTime
import ArgumentParser

/// Short names of items: for each UID the shortest prefix, of four letters or more, of a digest that no other UID of the
/// calendars has.
///
/// UIDs themselves are poor short names: those of a program often begin with the same forty characters. The digest has consonants
/// only, so that few handles are words.
struct Handles: Sendable {
  /// The digests of the UIDs, ascending.
  private let entries: [(digest: [UInt8], uid: String)]

  /// The least length of a handle, in letters.
  static let minimum = 4
  private static let letters = Array("bcdfghjklmnpqrstvwxz".utf8)

  /// - Complexity: O(*n* log *n*).
  init(_ uids: Set<String>) {
    entries = uids.map { (Self.digest(of: $0), $0) }.sorted {
      $0.0 == $1.0 ? $0.1 < $1.1 : $0.0.lexicographicallyPrecedes($1.0)
    }
  }

  init(_ calendars: [EventCalendar]) {
    self.init(Set(calendars.lazy.flatMap { $0.items.lazy.map { $0.uid } }))
  }

  /// FNV-1a of the UID, mixed, as 14 letters. UIDs constructed to have the same digest are reported as ambiguous. SHA-256 would
  /// take a second for a hundred thousand of them.
  private static func digest(of uid: String) -> [UInt8] {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in uid.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    hash = (hash ^ hash >> 30) &* 0xbf58_476d_1ce4_e5b9
    hash = (hash ^ hash >> 27) &* 0x94d0_49bb_1331_11eb
    hash ^= hash >> 31
    return (0..<14).map { _ in
      let (rest, letter) = hash.quotientAndRemainder(dividingBy: UInt64(letters.count))
      hash = rest
      return letters[Int(letter)]
    }
  }

  /// The index of the first entry whose digest is not less.
  private func index(of digest: [UInt8]) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].digest.lexicographicallyPrecedes(digest) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The handles of all UIDs.
  ///
  /// - Complexity: O(*n* log *n*).
  var byUID: [String: String] {
    Dictionary(uniqueKeysWithValues: entries.map { ($0.uid, handle(of: $0.uid)) })
  }

  /// The handle of a UID of the calendars.
  ///
  /// - Complexity: O(log *n*).
  func handle(of uid: String) -> String {
    let digest = Self.digest(of: uid)
    let index = index(of: digest)
    func shared(with other: Int) -> Int {
      guard entries.indices.contains(other) else { return 0 }
      return zip(entries[other].digest, digest).prefix { $0 == $1 }.count
    }
    let length = max(Self.minimum, shared(with: index - 1) + 1, shared(with: index + 1) + 1)
    return String(decoding: digest.prefix(length), as: UTF8.self)
  }

  /// The UIDs whose digest begins with a text, in any case, of four letters or more.
  ///
  /// - Complexity: O(log *n* + result).
  func uids(named text: String) -> [String] {
    let prefix = Array(text.lowercased().utf8)
    guard prefix.count >= Self.minimum else { return [] }
    return entries[index(of: prefix)...].prefix { $0.digest.starts(with: prefix) }.map { $0.uid }
  }
}

extension JSON {
  /// The value with the member `handle` after each `uid`, where there are handles.
  func naming(by handles: Handles?) -> JSON {
    switch self {
    case .array(let elements): .array(elements.map { $0.naming(by: handles) })
    case .object(let members):
      .object(members.naming(by: handles).map { Member($0.name, $0.value.naming(by: handles)) })
    default: self
    }
  }
}

extension [JSON.Member] {
  /// The members with `handle` after `uid`, where there are handles; their values are unchanged.
  func naming(by handles: Handles?) -> Self {
    guard let handles, let place = firstIndex(where: { $0.name == "uid" }),
      case .string(let uid) = self[place].value, !uid.isEmpty
    else { return self }
    return self[...place] + [.init("handle", .string(handles.handle(of: uid)))] + self[(place + 1)...]
  }
}

// MARK: Names of items

extension [EventCalendar] {
  /// The UID of the item that a text names: a UID, else a handle, else the title of one item alone, in any case.
  ///
  /// - Parameter kind: The kind of item that is preferred among those of a title.
  /// - Returns: The text itself if no item has the name.
  /// - Throws: A refusal with the candidates if there are several.
  func uid(named text: String, kind: Item.Kind? = nil) throws(CommandError) -> String {
    if contains(where: { !$0.allSeries(uid: text).isEmpty }) { return text }
    let handles = Handles(self)
    var found = handles.uids(named: text)
    if found.isEmpty { found = uids(titled: text, kind) }
    guard found.count > 1 else { return found.first ?? text }
    let listed = found.prefix(5).map { "\(handles.handle(of: $0)) (\(words(of: $0)))" }
      .joined(separator: ", ")
    let more: Phrase = found.count > 5 ? " and \(found.count - 5) more" : ""
    var refusal = Refusal(
      "ambiguous", "\(text) may be any of \(listed)\(more)", expected: "one of these handles")
    refusal.details = [
      .init(
        "candidates",
        .array(
          found.prefix(100).map { uid in
            [
              "uid": .string(uid), "handle": .string(handles.handle(of: uid)),
              "summary": .string(item(uid)?.summary ?? ""),
            ]
          }))
    ]
    throw .refused([refusal])
  }

  /// The UIDs of the items of a title, those of the kind if there are any; the open ones if there are any.
  private func uids(titled title: String, _ kind: Item.Kind?) -> [String] {
    let wanted = title.trimmed.lowercased()
    guard !wanted.isEmpty else { return [] }
    let titled = flatMap { $0.currentItems.filter { $0.summary.trimmed.lowercased() == wanted } }
    let own = titled.filter { $0.kind == kind }
    let named = own.isEmpty ? titled : own
    let (open, closed) = (
      named.filter { !$0.isClosed }.map { $0.uid }, named.filter { $0.isClosed }.map { $0.uid }
    )
    var seen: Set<String> = []
    return (open.isEmpty ? closed : open).filter { seen.insert($0).inserted }
  }

  private func item(_ uid: String) -> Item? {
    lazy.compactMap { calendar in calendar.allSeries(uid: uid).first.flatMap { $0.main ?? $0.overrides.first }
    }
    .first
  }

  private func words(of uid: String) -> String {
    guard let item = item(uid) else { return uid }
    let date = item.span.map { ", \($0.start.date)" } ?? ""
    return "\(item.summary)\(date)"
  }
}

extension Invocation {
  /// Reads the calendars with the item that a text names, and the UID of the item.
  mutating func calendars(
    _ options: CalendarOptions, naming text: String, kind: Item.Kind? = nil
  ) throws(CommandError) -> (calendars: [EventCalendar], uid: String) {
    // For scripts all UIDs are read, among which the item has its handle.
    if !format.isForScripts {
      var trial = self
      let exact = try trial.calendars(options, having: [text])
      if exact.contains(where: { !$0.allSeries(uid: text).isEmpty }) {
        self = trial
        return (exact, text)
      }
      reuseInput(of: trial)
    }
    let all = try calendars(options)
    let uid = try all.uid(named: text, kind: kind)
    return (uid == text ? all : all.map { $0.only($0.allSeries(uid: uid)) }, uid)
  }

  /// Opens the calendars to change the item that a text names.
  ///
  /// - Parameter needsAll: Whether all items are needed, not only that one.
  mutating func store(
    _ options: CalendarOptions, naming text: String, kind: Item.Kind? = nil, needsAll: Bool = false,
    isPreview: Bool = false
  ) throws(CommandError) -> (store: CalendarStore, uid: String) {
    var trial = self
    let exact = try trial.store(options, having: needsAll ? nil : [text], isPreview: isPreview)
    if !exact.positions(uid: text).isEmpty {
      self = trial
      return (exact, text)
    }
    let all = needsAll ? exact : try read(options, exact)
    let uid = try all.calendars.uid(named: text, kind: kind)
    if needsAll || uid == text {
      self = trial
      return (exact, uid)
    }
    exact.lock?.release()
    return (try store(options, having: [uid], isPreview: isPreview), uid)
  }

  /// Reads everything in the locations of a store. Faults are reported with those of the item.
  private func read(_ options: CalendarOptions, _ store: CalendarStore) throws(CommandError) -> CalendarStore
  {
    var reader = self
    return CalendarStore(reading: try reader.sources(options))
  }
}

extension ArgumentHelp {
  /// The help of an argument that names an item.
  static let itemName: ArgumentHelp =
    "A UID, a handle as search and todo print it, or a title that one item alone has."
}

extension CompletionKind {
  /// The handles of the items of a week, and of the open to-dos.
  static let items = CompletionKind.shellCommand(
    "almanac list --format '{handle}' 2>/dev/null; almanac todo --format '{handle}' 2>/dev/null")

  /// The handles of the open to-dos.
  static let openTodos = CompletionKind.shellCommand("almanac todo --format '{handle}' 2>/dev/null")

  /// The names of the calendars.
  static let calendars = CompletionKind.shellCommand("almanac calendars --format '{name}' 2>/dev/null")

  /// The names of the categories.
  static let categories = CompletionKind.shellCommand("almanac completions categories 2>/dev/null")

  /// The names of days.
  static let dates = CompletionKind.shellCommand("almanac completions dates 2>/dev/null")

  /// The names of zones.
  static let zones = CompletionKind.shellCommand("almanac zones 2>/dev/null")
}

/// Whether the lines of items end with their handles.
struct HandleOptions: ParsableArguments {
  @Flag(help: "Show the handles by which commands name the items.")
  var handles = false
}
