/** The context that a line of `name=value` says; values with spaces stand in double quotes. */
export function parseContext(text: string): Record<string, string> {
  const pairs = text.matchAll(/([^\s=]+)=(?:"([^"]*)"|(\S*))/g)
  return Object.fromEntries([...pairs].map(([, name = '', quoted, plain]) => [name, quoted ?? plain ?? '']))
}
