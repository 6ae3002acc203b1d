/** Ids of items by their names, and names by their ids. */
class Names<Id extends number | string = number> {
  readonly #ids = new Map<string, Id>()
  readonly #names = new Map<Id, string>()

  set(name: string, id: Id): void {
    this.#ids.set(name, id)
    this.#names.set(id, name)
  }

  idOf(name: string): Id | undefined {
    return this.#ids.get(name)
  }

  nameOf(id: Id): string | undefined {
    return this.#names.get(id)
  }

  names(): string[] {
    return [...this.#ids.keys()]
  }
}

/** Ids of what a scenario names, those of this apply included. */
export class ItemIds {
  readonly roles = new Names()
  readonly users = new Names()
  readonly serviceAccounts = new Names()
  readonly groups = new Names()
  readonly segments = new Names()
  readonly releaseTemplates = new Names<string>()
  readonly signalEndpoints = new Names()
  readonly actionSets = new Names()
  readonly integrations = new Names()

  /** Id of an account: of a person or a service account. */
  accountOf(name: string): number | undefined {
    return this.users.idOf(name) ?? this.serviceAccounts.idOf(name)
  }

  nameOfAccount(id: number): string | undefined {
    return this.users.nameOf(id) ?? this.serviceAccounts.nameOf(id)
  }
}
