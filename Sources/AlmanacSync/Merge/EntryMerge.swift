internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacMapping
internal import AlmanacTime

/// A three-way merge of one entry of a list – an attendee, an alarm, an attachment – part by part: its value and its
/// parameters, or the properties of its component.
struct EntryMerge {
  /// The merged entry; `nil` where both sides changed one part differently.
  private(set) var merged: ItemEntries.Reference?
  private let entries: ItemEntries
  private let kind: Item.Kind

  /// - Parameter states: The entry in the base, on our side and on the other side.
  init(_ entries: ItemEntries, of kind: Item.Kind, _ states: [ItemEntries.Reference]) {
    (self.entries, self.kind) = (entries, kind)
    let trees = states.map { Self.tree(of: $0, entries, kind) }
    let values = Set(trees.compactMap { $0.properties.last?.value })
    if entries.isSingle, values.count > 1 { return }
    let isExact = zip(trees, states).allSatisfy { tree, state in
      entry(of: tree).map { entries.isEqual($0, state) } ?? false
    }
    guard isExact, let tree = Self.merged(trees), let entry = entry(of: tree) else { return }
    merged = entry
  }

  /// The item of one entry, as a tree.
  static func tree(of state: ItemEntries.Reference, _ entries: ItemEntries, _ kind: Item.Kind) -> Component {
    var content = ItemContent(ItemFields())
    entries.assign([state], &content)
    var writer = ModelWriter()
    return writer.component(for: Item(content, kind), alarmText: "")
  }

  private func entry(of tree: Component) -> ItemEntries.Reference? {
    var reader = ModelReader(.standard)
    let item = reader.item(kind, ComponentView(tree), in: CalendarContext(), needsStart: false)
    guard let content = item?.content, entries.keys(content).count == 1 else { return nil }
    return (content, 0)
  }

  private static func merged(_ trees: [Component]) -> Component? {
    let alarms = trees.compactMap(\.components.first)
    guard alarms.count == trees.count else { return mergedProperty(trees) }
    var (alarm, tree) = (alarms[1], trees[1])
    let merged = parts(alarms.map(\.parts), UnmodelledPart.keys) { dispute in
      UnmodelledPart.latest(dispute.states[1], dispute.states[2])
    }
    guard let parts = merged.map(Unmodelled.init) else { return nil }
    (alarm.properties, alarm.components) = (parts.properties, parts.components)
    tree.components = [alarm]
    return tree
  }

  /// Merges trees whose last property is the entry, after an empty UID.
  private static func mergedProperty(_ trees: [Component]) -> Component? {
    let states = trees.compactMap(\.properties.last)
    guard states.count == trees.count,
      let value = parts(states.map { [$0.value] }, { $0.map { _ in [""] } })?.first,
      let parameters = parameters(states.map(\.parameters))
    else { return nil }
    var tree = trees[1]
    tree.properties[tree.properties.count - 1] = Property(
      states[1].name, parameters: parameters, value: value)
    return tree
  }

  /// Merges parameters. One that a side left out has its default there.
  private static func parameters(_ lists: [[Parameter]]) -> [Parameter]? {
    let lists = lists.map { $0.filter { $0.name != Attendee.number } }
    let names = Set(lists.joined().map(\.name))
    let complete = lists.map { list in
      list
        + Attendee.defaults.filter { parameter in
          names.contains(parameter.name) && !list.contains { $0.name == parameter.name }
        }
    }
    let stated = lists[1] + lists[2]
    return parts(complete) { $0.map { $0.map(\.name) } }?
      .filter { stated.contains($0) || !Attendee.defaults.contains($0) }
  }

  /// - Returns: `nil` where both sides changed a part differently.
  private static func parts<Part: Equatable>(
    _ lists: [[Part]], _ keys: ([[Part]]) -> [[String]],
    decide: (ListMerge<Part>.Dispute) -> Part? = { _ in nil }
  ) -> [Part]? {
    var isDisputed = false
    let list = ListMerge(lists, keys: keys(lists)) { dispute in
      if let part = decide(dispute) { return part }
      isDisputed = true
      return dispute.states[1]
    }
    return isDisputed ? nil : list.merged
  }
}
