import AlmanacComponents
import AlmanacMapping

/// A change of one value in an object, named by its path: an entry of a PatchObject (RFC 8984 §1.4.9).
struct JSONPatch {
  /// Names of members, from the outside in; at least one.
  let path: [String]
  /// What stands there; `nil` when nothing does.
  let value: JSONValue?
  /// What stands there without the change.
  var former: JSONValue?

  /// The path as a JSON pointer (RFC 6901) without the slash before it.
  var pointer: String { Self.pointer(path[...]) }

  static func pointer(_ path: ArraySlice<String>) -> String {
    path.map { $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined(separator: "/")
  }

  static func path(_ pointer: String) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).map { step in
      step.utf8.contains(UInt8(ascii: "~"))
        ? String(step).replacing("~1", with: "/").replacing("~0", with: "~") : String(step)
    }
  }
}

// MARK: Finding changes

extension JSONPatch {
  /// What makes one object of another: as few and as deep changes as tell them apart, in the order of their names. Values
  /// are spelled as in `target`.
  ///
  /// A type that only `base` states is no difference. No recursion is deeper than the values are.
  /// - Parameter base: In canonical form.
  static func differences(from base: JSONValue, to target: JSONValue) -> [JSONPatch] {
    var found: [JSONPatch] = []
    compare(base.members ?? [], target.canonical.members ?? [], spelled: target, at: [], into: &found)
    return found
  }

  private static func compare(
    _ base: [JSONValue.Member], _ target: [JSONValue.Member], spelled: JSONValue?, at path: [String],
    into found: inout [JSONPatch]
  ) {
    var (one, other) = (base[...], target[...])
    // Of equal objects nothing is looked up.
    lazy var spelling = Dictionary(firstOf: (spelled?.members ?? []).map { ($0.name, $0.value) })
    func isBefore(_ name: String, _ second: String) -> Bool {
      name.utf8.lexicographicallyPrecedes(second.utf8)
    }
    func add(_ name: String, former: JSONValue?) {
      found.append(JSONPatch(path: path + [name], value: spelling[name], former: former))
    }
    while one.first != nil || other.first != nil {
      if let mine = one.first, other.first.map({ isBefore(mine.name, $0.name) }) ?? true {
        if mine.name != "@type" { add(mine.name, former: mine.value) }
        one.removeFirst()
      } else if let theirs = other.first, one.first.map({ isBefore(theirs.name, $0.name) }) ?? true {
        add(theirs.name, former: nil)
        other.removeFirst()
      } else if let mine = one.popFirst(), let theirs = other.popFirst(), mine.value != theirs.value {
        if case .object(let base) = mine.value, case .object(let target) = theirs.value,
          haveInCommon(base, target)
        {
          compare(base, target, spelled: spelling[mine.name], at: path + [mine.name], into: &found)
        } else {
          add(mine.name, former: mine.value)
        }
      }
    }
  }

  /// Whether two objects share a member; one that has none of the other's is another object.
  private static func haveInCommon(_ base: [JSONValue.Member], _ target: [JSONValue.Member]) -> Bool {
    let names = Set(base.map(\.name)).subtracting(["@type"])
    return names.isEmpty || target.contains { names.contains($0.name) }
  }
}

// MARK: Making changes

extension JSONPatch {
  /// An object with changes. What `decide` returns for a change and what stands at its place is put there; nothing
  /// takes it away. A change whose place lies in no object is passed over.
  ///
  /// Linear in the object and the changes. No recursion is deeper than the object is.
  static func apply(
    _ patches: [JSONPatch], at depth: Int = 0, to value: JSONValue,
    decide: (_ patch: JSONPatch, _ present: JSONValue?) -> JSONValue?
  ) -> JSONValue {
    guard case .object(let members) = value, !patches.isEmpty else { return value }
    let byName = Dictionary(grouping: patches) { $0.path[depth] }
    func changed(_ name: String, _ present: JSONValue?) -> JSONValue.Member? {
      var present = present
      var deeper: [JSONPatch] = []
      for patch in byName[name] ?? [] {
        if patch.path.count == depth + 1 { present = decide(patch, present) } else { deeper.append(patch) }
      }
      return present.map {
        JSONValue.Member(name: name, value: apply(deeper, at: depth + 1, to: $0, decide: decide))
      }
    }
    var met = Set(members.map(\.name))
    let new = patches.map { $0.path[depth] }.filter { met.insert($0).inserted }
    return .object(
      members.compactMap { byName[$0.name] == nil ? $0 : changed($0.name, $0.value) }
        + new.compactMap { changed($0, nil) })
  }
}

extension JSONValue {
  /// The members of another object where this one has none of the name.
  func filled(from other: JSONValue) -> JSONValue {
    guard case .object(let mine) = self, case .object(let theirs) = other else { return self }
    let inner = Dictionary(firstOf: theirs.map { ($0.name, $0.value) })
    let names = Set(mine.map(\.name))
    let filled = mine.map { member in
      Member(
        name: member.name, value: inner[member.name].map { member.value.filled(from: $0) } ?? member.value)
    }
    return .object(filled + theirs.filter { !names.contains($0.name) })
  }
}
