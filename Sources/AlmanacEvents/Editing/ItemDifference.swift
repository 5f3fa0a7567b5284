/// What is different about an item, field by field: all but its identity, its times, its rules and when it was
/// changed.
struct ItemDifference {
  let before: Item
  let after: Item

  /// Makes another item of the series different in the same way.
  ///
  /// - Parameter base: What the item was made from. A field in which it already differs from that is its own and
  ///   stays; `nil` changes every field.
  func apply(to item: inout Item, sparing base: Item?) {
    var content = item.content
    var fields = Fields(before.content.fields, after.content.fields, base?.content.fields, content.fields)
    fields.take(\.summary)
    fields.take(\.details)
    fields.take(\.location)
    fields.take(\.categories)
    fields.take(\.priority)
    fields.take(\.status)
    fields.take(\.transparency)
    fields.take(\.color)
    if fields.isChanged { content.fields = fields.target }
    var extras = Fields(before.content.extras, after.content.extras, base?.content.extras, content.extras)
    extras.takeTexts()
    extras.takeLists()
    if extras.isChanged { content.extras = extras.target }
    item.content = content
  }
}

/// The fields of three states and those that are to be changed.
private struct Fields<Values> {
  let before: Values
  let after: Values
  let base: Values?
  private(set) var target: Values
  private(set) var isChanged = false

  init(_ before: Values, _ after: Values, _ base: Values?, _ target: Values) {
    self.before = before
    self.after = after
    self.base = base
    self.target = target
  }

  mutating func take<Value: Equatable>(_ field: WritableKeyPath<Values, Value>) {
    guard before[keyPath: field] != after[keyPath: field] else { return }
    if let base, base[keyPath: field] != target[keyPath: field] { return }
    target[keyPath: field] = after[keyPath: field]
    isChanged = true
  }
}

extension Fields where Values == ItemExtras {
  mutating func takeTexts() {
    take(\.classification)
    take(\.geo)
    take(\.url)
    take(\.organizer)
    take(\.completed)
    take(\.percentComplete)
  }

  mutating func takeLists() {
    take(\.resources)
    take(\.contacts)
    take(\.comments)
    take(\.conferences)
    take(\.images)
    take(\.attachments)
    take(\.attendees)
    take(\.relations)
    take(\.alarms)
    take(\.requestStatuses)
    take(\.unmodelled)
  }
}
