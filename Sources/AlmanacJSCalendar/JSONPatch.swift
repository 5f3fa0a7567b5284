import AlmanacComponents
import AlmanacMapping

/// A change of one value in an object, addressed by its path: an entry of a PatchObject (RFC 8984 §1.4.9).
struct JSONPatch {
  /// The names of members, outermost first; at least one.
  let path: [String]
  /// The new value; `nil` removes the member.
  let value: JSONValue?
  /// The value before the change; `nil` if there was none.
  var former: JSONValue?

  /// The path as a JSON pointer (RFC 6901) without the leading slash.
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
  /// The patches that turn `base` into `target`: the fewest, at the deepest paths, in the order of names.
  /// Their values are spelled as in `target`.
  ///
  /// A type that only `base` states is not a difference. The recursion is no deeper than the values.
  ///
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
    // Lazy, because equal objects need no look-up.
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

  /// Whether two objects share a member; if not, the target is a different object and replaces the base.
  private static func haveInCommon(_ base: [JSONValue.Member], _ target: [JSONValue.Member]) -> Bool {
    let names = Set(base.map(\.name)).subtracting(["@type"])
    return names.isEmpty || target.contains { names.contains($0.name) }
  }
}

// MARK: Making changes

extension JSONPatch {
  /// The object with changes applied. The value at a path becomes the result of `decide`, called with the
  /// change and the present value; `nil` removes it. Changes whose path leads through a value that is not an
  /// object are ignored.
  ///
  /// The recursion is no deeper than the object.
  ///
  /// - Complexity: O(n) in the size of the object and the changes.
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
  /// The object with the members of another added, recursively, where it lacks them.
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
