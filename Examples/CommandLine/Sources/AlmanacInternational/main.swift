import AlmanacFoundation
import AlmanacTime
import CommandLineKit
import Foundation

CommandLineProgram.main(
  international: .here(.foundation) { identifier in Localization(Locale(identifier: identifier)) })
