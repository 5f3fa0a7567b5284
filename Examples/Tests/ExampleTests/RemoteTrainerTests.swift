import Foundation
import Testing

@Suite("RemoteTrainer")
struct RemoteTrainerTests {
  private let shipped: ExampleRun

  init() throws { shipped = try ExampleRun.shipped("RemoteTrainer") }

  @Test("R1 to R6 are shown")
  func rows() {
    #expect(shipped.status == 0 && shipped.errors.isEmpty)
    #expect(shipped.rows == Set((1...6).map { "R\($0)" }))
  }

  @Test("R2 R4 a shorter rest is counted down as set, and the session is shorter by so much")
  func rest() throws {
    let altered = try AlteredFile(
      "workouts.json",
      replacing:
        "\"exercise\": \"squat\",\n     \"note\": \"Schiena dritta\",\n     \"sets\": [\n      {\n       \"load\": 50000000,\n       \"repetitions\": 10,\n       \"rest\": 90\n",
      with:
        "\"exercise\": \"squat\",\n     \"note\": \"Schiena dritta\",\n     \"sets\": [\n      {\n       \"load\": 50000000,\n       \"repetitions\": 10,\n       \"rest\": 60\n"
    )
    let difference = OutputDifference(shipped, try ExampleRun("RemoteTrainer", [altered.path]))
    #expect(
      difference.added == [
        "R1    Squat: 10× 50 kg, rest 60 s", "R2  Squat 1/3 done, rest 60 s",
        "R4  405 s, of them 245 s of rest; 1608 kg",
      ])
  }

  @Test("R1 another name changes the place in the alphabet, and the report of its sets")
  func name() throws {
    let altered = try AlteredFile(
      "workouts.json", replacing: "\"name\": \"Squat\"", with: "\"name\": \"Accosciata\"")
    let difference = OutputDifference(shipped, try ExampleRun("RemoteTrainer", [altered.path]))
    #expect(
      difference.added.contains(
        "R1  exercises: Accosciata, Affondi, Crunch, Élévation latérale, Plank, Ponte, Rematore"))
    #expect(difference.rows == ["R1", "R2", "R3", "R4", "R5"])
    #expect(difference.added.allSatisfy { $0.contains("Accosciata") })
  }

  @Test("R1 a red workout is not taken")
  func red() throws {
    let altered = try AlteredFile(
      "workouts.json", replacing: "\"details\": \"Forza per le gambe\"",
      with: "\"color\": \"red\", \"details\": \"Forza per le gambe\"")
    let run = try ExampleRun("RemoteTrainer", [altered.path])
    #expect(run.status == 65 && run.lines.isEmpty && run.errors.contains("reserved_color"))
  }

  @Test("R5 R6 the client of a workout decides whose history it is in")
  func whose() throws {
    let altered = try AlteredFile(
      "workouts.json",
      replacing: "\"client\": \"marco@remote.example\"", with: "\"client\": \"giulia@clients.example\"")
    let run = try ExampleRun("RemoteTrainer", [altered.path])
    #expect(run["R6"] == ["no workouts of their own"])
    #expect(run["R5"].last?.hasPrefix("4 sessioni") == true)
  }

  @Test(
    "R1 R5 every trainer and client of the file, and a new trainer, has all of it",
    arguments: [
      "sara@remote.example", "luca@clients.example", "giulia@clients.example", "Marco@Remote.example",
      "nuova@remote.example",
    ])
  func persons(person: String) throws {
    let run = try ExampleRun("RemoteTrainer", as: person)
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.rows == shipped.rows)
    let isOfMarco = person.hasPrefix("giulia") || person.hasPrefix("Marco")
    if isOfMarco { #expect(run["R1"] == shipped["R1"]) }
    // Sara uses the squat that Marco shares, and may not change it.
    if person.hasPrefix("sara") || person.hasPrefix("luca") {
      #expect(
        run["R1"].contains {
          $0.hasPrefix("Squat is shared by marco")
            && $0.hasSuffix("questo allenatore non può modificarlo: esercizio Squat")
        })
      #expect(run["R2"].contains { $0.hasSuffix("next: Squat 1/1, https://video.example/squat") })
    }
  }

  @Test(
    "R1 the library may be that of the file that almanac keeps; what is none ends the program with a message")
  func storedLibrary() throws {
    let examples = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let library = try String(contentsOf: examples.appending(path: "Data/workouts.json"), encoding: .utf8)
    let stored = try TextFile("{\"version\": 1, \"library\": \(library), \"log\": {}}")
    #expect(try ExampleRun("RemoteTrainer", [stored.path]).lines == shipped.lines)
    let other = try TextFile("[]")
    let none = try ExampleRun("RemoteTrainer", [other.path])
    #expect(none.status == 65 && none.errors.contains("no library"))
  }

  @Test("R3 a first set that lasts for a time has no repetitions to change")
  func timed() throws {
    let altered = try AlteredFile(
      "workouts.json",
      replacing:
        "\"exercise\": \"squat\",\n     \"note\": \"Schiena dritta\",\n     \"sets\": [\n      {\n       \"load\": 50000000,\n       \"repetitions\": 10,\n       \"rest\": 90\n",
      with:
        "\"exercise\": \"squat\",\n     \"note\": \"Schiena dritta\",\n     \"sets\": [\n      {\n       \"time\": 30,\n       \"rest\": 90\n"
    )
    let run = try ExampleRun("RemoteTrainer", [altered.path])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.rows == Set((1...6).map { "R\($0)" }))
  }

  @Test("R2 R6 the person who runs a workout is its client, however the address is written")
  func spelling() throws {
    let altered = try AlteredFile(
      "workouts.json", replacing: "\"client\": \"marco@remote.example\"",
      with: "\"client\": \"mailto:Marco@Remote.example\"")
    let run = try ExampleRun("RemoteTrainer", [altered.path])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run["R6"] == shipped["R6"])
  }
}
