/// Where several views of the same things stand, each for itself: switching between them keeps every place.
///
/// ```swift
/// var places = Places<String, Int>(showing: "rounds", at: 1)
/// places.place = 21
/// places.show("teams", at: 4)
/// places.show("rounds")
/// places.place                          // 21
/// ```
public struct Places<View: Hashable & Sendable, Place: Hashable & Sendable>: Sendable, Hashable {
  /// The view that is shown.
  public private(set) var view: View
  private var places: [View: Place]
  private let initial: Place

  /// - Parameter place: Where every view stands until it is moved.
  public init(showing view: View, at place: Place) {
    self.view = view
    initial = place
    places = [:]
  }

  /// Where the view that is shown stands.
  public var place: Place {
    get { self[view] }
    set { self[view] = newValue }
  }

  /// Where a view stands.
  public subscript(view: View) -> Place {
    get { places[view] ?? initial }
    set { places[view] = newValue }
  }

  /// Shows a view where it was left, or at a new place.
  public mutating func show(_ view: View, at place: Place? = nil) {
    self.view = view
    if let place { self[view] = place }
  }
}
