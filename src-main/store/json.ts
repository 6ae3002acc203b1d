/** Structured values are JSON text in both databases (ADR 0004); these two are the only door. */
export function toJson(value: unknown): string {
  return JSON.stringify(value)
}

/** Reads a JSON column. The type is the writer's promise: only our own stores write these columns. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T
}
