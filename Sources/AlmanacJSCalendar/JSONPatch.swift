import AlmanacComponents
import AlmanacMapping

/// A change of one value in an object, named by its path: an entry of a PatchObject (RFC 8984 §1.4.9).
struct JSONPatch {
  /// Names of members, from the outside in.
  let path: [String]
  /// What stands there; `nil` when nothing does.
  let value: JSONValue?
  /// What stands there without the change.
  let former: JSONValue?

  /// The path as a JSON pointer (RFC 6901) without the slash before it.
  var pointer: String { Self.pointer(path) }

  static func pointer(_ path: [String]) -> String {
    path.map { $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined(separator: "/")
  }

  static func path(_ pointer: String) -> [String] {
    pointer.split(separator: "/", omittingEmptySubsequences: false).map { step in
      step.utf8.contains(UInt8(ascii: "~"))
        ? String(step).replacing("~1", with: "/").replacing("~0", with: "~") : String(step)
    }
  }

  /// What makes one object of another: as few and as deep changes as tell them apart. Both must be canonical.
  ///
  /// A type that only `base` states is no difference. No recursion is deeper than the values are.
  static func differences(from base: [JSONValue.Member], to target: [JSONValue.Member]) -> [JSONPatch] {
    var found: [JSONPatch] = []
    compare(base, target, at: [], into: &found)
    return found
  }

  private static func compare(
    _ base: [JSONValue.Member], _ target: [JSONValue.Member], at path: [String], into found: inout [JSONPatch]
  ) {
    var (one, other) = (base[...], target[...])
    func isBefore(_ name: String, _ second: String) -> Bool {
      name.utf8.lexicographicallyPrecedes(second.utf8)
    }
    while one.first != nil || other.first != nil {
      if let mine = one.first, other.first.map({ isBefore(mine.name, $0.name) }) ?? true {
        if mine.name != "@type" {
          found.append(JSONPatch(path: path + [mine.name], value: nil, former: mine.value))
        }
        one.removeFirst()
      } else if let theirs = other.first, one.first.map({ isBefore(theirs.name, $0.name) }) ?? true {
        found.append(JSONPatch(path: path + [theirs.name], value: theirs.value, former: nil))
        other.removeFirst()
      } else if let mine = one.popFirst(), let theirs = other.popFirst(), mine.value != theirs.value {
        if case .object(let base) = mine.value, case .object(let target) = theirs.value,
          haveInCommon(base, target)
        {
          compare(base, target, at: path + [mine.name], into: &found)
        } else {
          found.append(JSONPatch(path: path + [mine.name], value: theirs.value, former: mine.value))
        }
      }
    }
  }
}

extension JSONPatch {
  /// Whether two objects share a member; one that has none of the other's is another object.
  private static func haveInCommon(_ base: [JSONValue.Member], _ target: [JSONValue.Member]) -> Bool {
    let names = Set(base.map(\.name)).subtracting(["@type"])
    return names.isEmpty || target.contains { names.contains($0.name) }
  }

  /// An object with changes. What `decide` returns for a change and what stands at its place is put there; nothing
  /// takes it away. A change whose place lies in no object is passed over.
  ///
  /// Linear in the object and the changes. No recursion is deeper than the object is.
  static func apply(
    _ patches: [JSONPatch], to value: JSONValue,
    decide: (_ patch: JSONPatch, _ present: JSONValue?) -> JSONValue?
  ) -> JSONValue {
    apply(patches[...], at: 0, to: value, decide)
  }

  private static func apply(
    _ patches: ArraySlice<JSONPatch>, at depth: Int, to value: JSONValue,
    _ decide: (JSONPatch, JSONValue?) -> JSONValue?
  ) -> JSONValue {
    guard case .object(let members) = value, !patches.isEmpty else { return value }
    var byName: [String: [JSONPatch]] = [:]
    var names: [String] = []
    for patch in patches where patch.path.count > depth {
      let name = patch.path[depth]
      if byName[name] == nil { names.append(name) }
      byName[name, default: []].append(patch)
    }
    func changed(_ name: String, _ present: JSONValue?) -> JSONValue? {
      var present = present
      var deeper: [JSONPatch] = []
      for patch in byName[name] ?? [] {
        if patch.path.count == depth + 1 { present = decide(patch, present) } else { deeper.append(patch) }
      }
      return present.map { apply(deeper[...], at: depth + 1, to: $0, decide) }
    }
    var result: [JSONValue.Member] = []
    for member in members {
      if byName[member.name] == nil {
        result.append(member)
      } else if let value = changed(member.name, member.value) {
        result.append(JSONValue.Member(name: member.name, value: value))
      }
    }
    let present = Set(members.map(\.name))
    for name in names where !present.contains(name) {
      if let value = changed(name, nil) { result.append(JSONValue.Member(name: name, value: value)) }
    }
    return .object(result)
  }
}

extension JSONValue {
  /// The members of another object where this one has none of the name.
  func filled(from other: JSONValue) -> JSONValue {
    guard case .object(let mine) = self, case .object(let theirs) = other else { return self }
    let inner = Dictionary(theirs.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    let names = Set(mine.map(\.name))
    let kept = mine.map { member in
      Member(
        name: member.name, value: inner[member.name].map { member.value.filled(from: $0) } ?? member.value)
    }
    return .object(kept + theirs.filter { !names.contains($0.name) })
  }
}
