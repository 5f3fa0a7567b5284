internal import AlmanacComponents
internal import AlmanacEvents
internal import AlmanacMapping

extension AvailabilityStatement {
  /// A three-way merge, property by property, and of the windows (AVAILABLE) by UID; `nil` where both sides changed one
  /// property, or the times of one window, differently.
  ///
  /// - Parameter states: The statement in the base, on our side and on the other side.
  static func merged(_ states: [AvailabilityStatement]) -> AvailabilityStatement? {
    let trees = states.map { statement in
      var writer = ModelWriter()
      return writer.component(for: statement)
    }
    guard zip(trees, states).allSatisfy({ AvailabilityStatement($0) == $1 }) else { return nil }
    return merged(trees).map { AvailabilityStatement($0) }
  }

  private init(_ tree: Component) {
    var reader = ModelReader(.standard)
    self = reader.availability(ComponentView(tree), calendarZone: nil)
  }

  /// The start, the end and the rules, which are one value.
  private static let schedule: [PropertyName] = [.dtstart, .dtend, .duration, .rrule, .rdate, .exdate]

  private static func merged(_ trees: [Component]) -> Component? {
    let schedules = trees.map { tree in
      tree.properties.filter { property in schedule.contains { property.isNamed($0.text) } }
    }
    if Set(schedules).count == 3 { return nil }
    var isDisputed = false
    let lists = trees.map(\.parts)
    let list = ListMerge(lists, keys: UnmodelledPart.keys(lists)) { dispute in
      if let latest = UnmodelledPart.latest(dispute.states[1], dispute.states[2]) { return latest }
      let windows = dispute.states.compactMap(\.?.component)
      if windows.count == 3, let merged = merged(windows) { return .component(merged) }
      isDisputed = true
      return dispute.states[1]
    }
    if isDisputed { return nil }
    let parts = Unmodelled(list.merged)
    var tree = trees[1]
    (tree.properties, tree.components) = (parts.properties, parts.components)
    return tree
  }
}

extension Component {
  var parts: [UnmodelledPart] {
    properties.map(UnmodelledPart.property) + components.map(UnmodelledPart.component)
  }
}

extension UnmodelledPart {
  fileprivate var component: Component? {
    if case .component(let component) = self { component } else { nil }
  }
}
