/** Text of an error about a scenario: a line for each fault. `error` is an AppError, or the body of an error reply. */
export function scenarioProblem(error: unknown, fallback: string): string {
  const { message, details } = (error ?? {}) as { message?: string; details?: { message: string }[] }
  const lines = (details ?? []).map((one) => one.message)
  return lines.length > 1 ? lines.join('\n') : (message ?? lines[0] ?? fallback)
}
