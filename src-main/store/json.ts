/** Stores structured values as JSON text, in both databases (ADR 2). All code uses these two functions. */
export function toJson(value: unknown): string {
  return JSON.stringify(value)
}

/** Reads a JSON column. The type is the writer's promise: only our own stores write these columns. */
export function fromJson<T>(text: string): T {
  return JSON.parse(text) as T
}
