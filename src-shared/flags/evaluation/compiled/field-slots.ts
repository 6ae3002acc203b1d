/** Numbers of the fields that compiled flags read, by which a subject finds what it has read already. */
export class FieldSlots {
  readonly #slots = new Map<string, number>()
  readonly #names: string[] = []

  get count(): number {
    return this.#names.length
  }

  slotOf(name: string): number {
    const known = this.#slots.get(name)
    if (known !== undefined) return known
    this.#slots.set(name, this.#names.length)
    return this.#names.push(name) - 1
  }

  nameOf(slot: number): string {
    return this.#names[slot] ?? ''
  }
}
