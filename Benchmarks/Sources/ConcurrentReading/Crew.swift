import Synchronization

/// Some who do the same works at once, each beginning with another, so that none is the first to do everything.
struct Crew: Sendable {
  let works: [Work]
  let count: Int

  private func order(of worker: Int) -> [Int] {
    let first = worker * works.count / count
    return Array(first..<works.count) + Array(0..<first)
  }

  /// The results of as many tasks.
  func resultsOfTasks() async -> [[[String]]] {
    await withTaskGroup(of: [[String]].self) { group in
      for task in 0..<count {
        group.addTask {
          var results = [[String]](repeating: [], count: works.count)
          for place in order(of: task) {
            results[place] = task.isMultiple(of: 2) ? works[place].done() : await works[place].doneByTasks()
          }
          return results
        }
      }
      var all: [[[String]]] = []
      for await results in group { all.append(results) }
      return all
    }
  }

  /// The results of as many threads.
  func resultsOfThreads() -> [[[String]]] {
    let gathered = Gathered()
    onThreads(count) { thread in
      var results = [[String]](repeating: [], count: works.count)
      for place in order(of: thread) { results[place] = works[place].done() }
      gathered.all.withLock { $0.append(results) }
    }
    return gathered.all.withLock { $0 }
  }

  private final class Gathered: Sendable {
    let all = Mutex<[[[String]]]>([])
  }
}
