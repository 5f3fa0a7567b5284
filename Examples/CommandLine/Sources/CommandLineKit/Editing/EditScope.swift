import AlmanacEvents
import ArgumentParser

/// How much of a series a command is about, as it is typed.
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
