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

  // MARK: Finding changes

  /// The patches that turn `base` into `target`: the fewest, at the deepest paths, in the order of names.
  /// Their values are spelled as in `target`.
  ///
  /// A type that only `base` states is not a difference. The recursion is no deeper than the values.
  ///
  /// - Parameter base: In canonical form.
  static func differences(from base: JSONValue, to target: JSONValue) -> [JSONPatch] {
    let canonical = target.canonical
    return base == canonical ? [] : differences(from: base, to: canonical, spelled: target, at: [])
  }

  private static func differences(
    from base: JSONValue, to target: JSONValue, spelled: JSONValue?, at path: [String]
  ) -> [JSONPatch] {
    let (former, new, spelling) = (base.membersByName, target.membersByName, spelled?.membersByName ?? [:])
    let names = Set(former.keys).union(new.keys).filter { former[$0] != new[$0] }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }.flatMap { name -> [JSONPatch] in
      let (one, other, path) = (former[name], new[name], path + [name])
      if other == nil, name == "@type" { return [] }
      if let one, let other, one.sharesMember(with: other) {
        return differences(from: one, to: other, spelled: spelling[name], at: path)
      }
      return [JSONPatch(path: path, value: spelling[name], former: one)]
    }
  }

  // MARK: Making changes

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
    var seen = Set(members.map(\.name))
    let new = patches.map { $0.path[depth] }.filter { seen.insert($0).inserted }
    return .object(
      members.compactMap { byName[$0.name] == nil ? $0 : changed($0.name, $0.value) }
        + new.compactMap { changed($0, nil) })
  }
}

extension JSONValue {
  fileprivate var membersByName: [String: JSONValue] {
    Dictionary(firstOf: (members ?? []).map { ($0.name, $0.value) })
  }

  /// Whether two objects share a member; if not, the other is a different object and replaces this one.
  fileprivate func sharesMember(with other: JSONValue) -> Bool {
    guard let members, let others = other.members else { return false }
    let names = Set(members.map(\.name)).subtracting(["@type"])
    return names.isEmpty || others.contains { names.contains($0.name) }
  }

  /// The object with the members of another added, recursively, where it lacks them; the parts of two components of
  /// iCalendar together.
  func filled(from other: JSONValue) -> JSONValue {
    if let own = ICalComponent.lists(self), let more = ICalComponent.lists(other) {
      let written = more.map { $0.map(ICalComponent.asWritten) }
      return ICalComponent.component(elements?.first, zip(own, written).map(+))
    }
    guard case .object(let mine) = self, case .object(let theirs) = other else { return self }
    var filled = JSONMap(mine)
    for member in theirs {
      filled[member.name] = filled[member.name]?.filled(from: member.value) ?? member.value
    }
    return .object(filled.entries)
  }
}
