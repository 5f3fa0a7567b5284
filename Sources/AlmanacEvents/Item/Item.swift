package import AlmanacComponents
public import AlmanacTime

/// An event, a to-do or a journal entry.
public enum Item: Sendable, Hashable {
  /// An event (VEVENT).
  case event(Event)
  /// A to-do (VTODO).
  case todo(Todo)
  /// A journal entry (VJOURNAL).
  case journal(Journal)

  /// The kind of an item; JSON has the raw value.
  public enum Kind: String, Sendable, Hashable, CaseIterable, Codable {
    /// An event (VEVENT).
    case event
    /// A to-do (VTODO).
    case todo
    /// A journal entry (VJOURNAL).
    case journal

    package var component: ComponentKind {
      switch self {
      case .event: .event
      case .todo: .todo
      case .journal: .journal
      }
    }
  }

  /// Creates an item of any kind from an event, a to-do or a journal entry.
  ///
  /// - Complexity: O(1), as both share their storage.
  public init(_ item: some CalendarItem) {
    self = item.item
  }

  package init(_ content: ItemContent, _ kind: Kind) {
    switch kind {
    case .event: self = .event(Event(content: content))
    case .todo: self = .todo(Todo(content: content))
    case .journal: self = .journal(Journal(content: content))
    }
  }

  /// The kind of the item.
  public var kind: Kind {
    switch self {
    case .event: .event
    case .todo: .todo
    case .journal: .journal
    }
  }

  /// The start of the first instance (DTSTART); to-dos and journal entries may have none. Setting that of an event to `nil`
  /// has no effect. `move(to:)` preserves the length.
  public var start: EventTime? {
    get { content.fields.start }
    set { if newValue != nil || kind != .event { content.setStart(newValue) } }
  }

  /// The end or the length; of a to-do the due time or the length up to it.
  public var extent: Extent {
    get { content.fields.extent }
    set { content.setExtent(newValue) }
  }

  /// The end of the first instance, not included, of an event, and the due time of a to-do; `nil` where there is none. Setting
  /// it states DTEND or DUE; a journal entry has neither.
  public var end: EventTime? {
    get { event?.end ?? todo?.due }
    set { if kind != .journal { extent = newValue.map(Extent.end) ?? .implied } }
  }

  /// The status, whatever the kind; `nil` when not stated. An edit that gives an item a status of another kind is refused.
  public var status: ItemStatus? {
    get { content.fields.status }
    set { content.setStatus(newValue?.rawValue) }
  }

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
      // The only reference during the change, which would copy the storage otherwise.
      self = .vacant
      defer { self = Item(content, kind) }
      yield &content
    }
  }

  private static let vacant = Item(ItemContent(ItemFields()), .journal)

  public var item: Item { self }
}
