/// What is different about an item, field by field: all but its identity, its times, its rules and when it was
/// changed.
struct ItemDifference {
  private let fields: [ItemField]
  private let after: ItemContent

  init(before: Item, after: Item) {
    let before = before.content
    let after = after.content
    fields = ItemTable.content.filter { !$0.isEqual(before, after) }
    self.after = after
  }

  /// Makes another item of the series different in the same way.
  ///
  /// - Parameter base: What the item was made from. A field in which it already differs from that is its own and
  ///   stays; `nil` changes every field.
  func apply(to item: inout Item, sparing base: Item?) {
    var content = item.content
    let base = base?.content ?? content
    for field in fields where field.isEqual(base, content) { field.copy(after, &content) }
    item.content = content
  }
}
