package import AlmanacComponents
public import AlmanacTime

/// An event, a to-do or a journal entry, where the kind is open.
public enum Item: Sendable, Hashable {
  case event(Event)
  case todo(Todo)
  case journal(Journal)

  /// Which of the three an item is; the raw value is what JSON says.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    case event, todo, journal

    package var component: ComponentKind {
      switch self {
      case .event: .event
      case .todo: .todo
      case .journal: .journal
      }
    }
  }

  public init(_ item: some CalendarItem) {
    self = item.item
  }

  init(_ content: ItemContent, _ kind: Kind) {
    switch kind {
    case .event: self = .event(Event(content: content))
    case .todo: self = .todo(Todo(content: content))
    case .journal: self = .journal(Journal(content: content))
    }
  }

  public var kind: Kind {
    switch self {
    case .event: .event
    case .todo: .todo
    case .journal: .journal
    }
  }

  /// The first start (DTSTART); to-dos and journal entries may have none. An event keeps its start when it is set
  /// to none. See `move(to:)` for a move that keeps the length.
  public var start: EventTime? {
    get { content.fields.start }
    set { if newValue != nil || kind != .event { content.fields.start = newValue } }
  }

  /// How far it reaches from its start; for a to-do until when it is due.
  public var extent: Extent {
    get { content.fields.extent }
    set { content.fields.extent = newValue }
  }

  /// The status, whatever the kind.
  public var status: ItemStatus? { content.fields.status }

  /// The event, when it is one.
  public var event: Event? {
    if case .event(let event) = self { event } else { nil }
  }

  /// The to-do, when it is one.
  public var todo: Todo? {
    if case .todo(let todo) = self { todo } else { nil }
  }

  /// The journal entry, when it is one.
  public var journal: Journal? {
    if case .journal(let journal) = self { journal } else { nil }
  }
}

extension Item: CalendarItem {
  public var content: ItemContent {
    get {
      switch self {
      case .event(let event): event.content
      case .todo(let todo): todo.content
      case .journal(let journal): journal.content
      }
    }
    _modify {
      var content = content
      let kind = kind
      // The only reference meanwhile, or each change would copy all.
      self = .vacant
      defer { self = Item(content, kind) }
      yield &content
    }
  }

  private static let vacant = Item(ItemContent(ItemFields()), .journal)

  public var item: Item { self }
}
