internal import AlmanacEvents
internal import AlmanacICS
internal import AlmanacTime

/// A resource of the two collections in a plan: its names, its change tokens, and its content in the base and on each
/// side.
struct PlannedResource: Sendable, Hashable {
  /// The name on our side, or the name it will get there.
  var name: String
  /// The name on the other side, or the name it will get there.
  var remoteName: String
  /// The name under which the state has it; `nil` for a new one.
  var recordedName: String?
  /// The names of our files that were synchronized with it, and have another UID now, or that have its UID now.
  var formerNames: Set<String> = []
  var base: ICSDocument?
  var ours: Side?
  var theirs: Side?
  struct Side: Sendable, Hashable {
    let token: String
    /// Whether the token is another one than after the last synchronization.
    let isNewToken: Bool
    private(set) var document: ICSDocument
    /// The document with the X- properties that a program dropped from it since the base; until `restoreLost()` the
    /// document as it is.
    fileprivate(set) var restored: ICSDocument
    /// The digest (``ICSDocument/lossDigest``) of the content to which dropped X- properties were last restored. If a
    /// program drops them from the same content again, they are not restored a second time.
    var restoredAfter: ContentDigest?

    init(token: String, isNewToken: Bool, document: ICSDocument) {
      (self.token, self.isNewToken, self.document) = (token, isNewToken, document)
      restored = document
    }

    /// Replaces the document by one of the same text.
    fileprivate mutating func identify(as document: ICSDocument) {
      (self.document, restored) = (document, document)
    }

    /// The digest of the content if a program dropped X- properties from it since the base.
    var loss: ContentDigest? { restored == document ? nil : document.lossDigest }
  }

  /// Gives items without a UID the same one in all states, and restores the X- properties that a program dropped from each
  /// side since the base.
  mutating func restoreLost() {
    identify()
    let (mine, others) = (ours?.document, theirs?.document)
    if mine == others { return }
    if let mine { ours?.restored = mine.restoringLost(since: base, unlessIn: others) }
    if let others { theirs?.restored = others.restoringLost(since: base, unlessIn: mine) }
  }

  private mutating func identify() {
    if var mine = ours?.document, var others = theirs?.document {
      ICSDocument.identify(&mine, &others, by: base)
      ours?.identify(as: mine)
      theirs?.identify(as: others)
    } else if let base {
      if let mine = ours?.document { ours?.identify(as: mine.identified(by: base)) }
      if let others = theirs?.document { theirs?.identify(as: others.identified(by: base)) }
    }
  }

  /// Whether there is anything to do.
  var isTouched: Bool {
    guard let recordedName, let ours, let theirs else { return true }
    return ours.isNewToken || theirs.isNewToken || recordedName != name
  }

  /// Whether a side has an item with a UID that the base does not have.
  var hasNewUID: Bool {
    let known = Set(base?.ids.map(\.uid) ?? [])
    return sides.contains { $0.ids.contains { !known.contains($0.uid) } }
  }

  var documents: [ICSDocument] { [base].compactMap { $0 } + sides }

  /// The contents on the sides that have it.
  var sides: [ICSDocument] { [ours, theirs].compactMap { $0?.document } }

  /// Whether our side has other UIDs than the base, and the other side those of the base.
  var hasReplacedUID: Bool {
    func uids(_ document: ICSDocument?) -> Set<String> { Set(document?.ids.map(\.uid) ?? []) }
    let (known, own, others) = (uids(base), uids(ours?.document), uids(theirs?.document))
    return !own.isEmpty && own.isDisjoint(with: known) && !others.isDisjoint(with: known)
  }

  /// Whether our side has the items of several UIDs, and the other side not all of them.
  var hasSeveralUIDs: Bool {
    let uids = Set(ours?.document.items.map(\.uid) ?? [])
    return uids.count > 1 && !uids.isSubset(of: theirs?.document.items.map(\.uid) ?? [])
  }

  /// Whether no state has several calendars: the resources of folders and servers have one (RFC 4791 §4.1).
  var hasOneCalendar: Bool { documents.allSatisfy { $0.calendars.count == 1 } }

  /// The UIDs of its items, those of the second parts of its series, and the files from which it was separated.
  var links: Set<String> {
    documents.reduce(into: Set(formerNames.map { "\0\($0)" })) { links, document in
      for item in document.items {
        links.insert(item.uid)
        for relation in item.relations where relation.kind == .next { links.insert(relation.target) }
      }
    }
  }
}

extension ICSDocument {
  var items: [Item] { calendars.flatMap { Array($0.items) } }

  /// The identities of the items that have a UID.
  var ids: Set<ItemID> {
    let assigned = assignedUIDs
    return Set(items.lazy.map(\.id).filter { !assigned.contains($0.uid) })
  }

  /// A digest of the items without their stamps. It is the same whenever a program drops X- properties from the same
  /// content, even if the program also writes the time at which it does so.
  var lossDigest: ContentDigest {
    let digests = items.map { item in
      var item = item
      item.lastModified = nil
      return "\(ItemVersion(item).digest)"
    }
    return ContentDigest(digests.sorted().joined().utf8)
  }

  /// Whether no calendar has any content.
  var isEmpty: Bool {
    calendars.allSatisfy {
      $0.count == 0 && $0.freeBusy.isEmpty && $0.availabilities.isEmpty && $0.unmodelled.components.isEmpty
    }
  }

  /// The document without the content of its calendars.
  var emptied: ICSDocument {
    var document = self
    document.calendars = calendars.map { calendar in
      var calendar = calendar.with(items: [])
      (calendar.freeBusy, calendar.availabilities, calendar.unmodelled.components) = ([], [], [])
      return calendar
    }
    return document
  }
}

/// Names of resources.
extension String {
  /// The name with an extension, as one of a file that every program shows: not hidden, without separators and control
  /// characters, and of at most 255 bytes.
  func visibleName(ending fileExtension: String) -> String {
    let name = hasSuffix(fileExtension) ? self : self + fileExtension
    func isPlain(_ letter: Unicode.Scalar) -> Bool {
      letter.value >= 0x20 && letter.value != 0x7F && letter != "/" && letter != "\\"
    }
    if (1...255).contains(name.utf8.count), !name.hasPrefix("."), name.unicodeScalars.allSatisfy(isPlain) {
      return name
    }
    var stem = ""
    for letter in name.dropLast(fileExtension.count).unicodeScalars.drop(while: { $0 == "." })
    where stem.utf8.count < 200 { stem.unicodeScalars.append(isPlain(letter) ? letter : "_") }
    return (stem.isEmpty ? "_" : stem) + fileExtension
  }

  /// The name of the file for the items of a UID: the UID itself, as is usual in vdirs, where every file
  /// system takes it as it is, else its SHA-256. Files are read under any name.
  public static func fileName(forUID uid: String) -> String {
    let isPlain = uid.utf8.allSatisfy { $0.isAlphanumeric || "@+-._".utf8.contains($0) }
    let isName = isPlain && (1...200).contains(uid.utf8.count) && !uid.hasPrefix(".")
    return (isName ? uid : "\(ContentDigest(uid.utf8))") + ".ics"
  }

  /// The name, or where it is taken the name with a number before its extension.
  ///
  /// - Parameter taken: The taken names in lower case, to which the result is added: two names that differ in case are one
  ///   on many file systems.
  func unique(among taken: inout Set<String>) -> String {
    unique { taken.insert($0.lowercased()).inserted }
  }

  /// The name, or where it is not free the name with a number before its extension.
  package func unique(where isFree: (String) -> Bool) -> String {
    let dot = lastIndex(of: ".") ?? endIndex
    var (name, number) = (self, 2)
    while !isFree(name) {
      name = "\(self[..<dot])-\(number)\(self[dot...])"
      number += 1
    }
    return name
  }
}
