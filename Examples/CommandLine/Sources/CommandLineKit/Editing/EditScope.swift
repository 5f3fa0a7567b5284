import AlmanacEvents
import ArgumentParser

/// The part of a series that a command changes, as typed.
enum EditScope: String, ExpressibleByArgument, CaseIterable, Sendable {
  case this, future, all

  var scope: RecurrenceScope {
    switch self {
    case .this: .this
    case .future: .thisAndFuture
    case .all: .all
    }
  }
}
