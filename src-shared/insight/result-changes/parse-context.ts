/** The context that a line of `name=value` says; values with spaces stand in double quotes. */
export function parseContext(text: string): Record<string, string> {
  // also match a name without a value, and skip it, so that it is not searched again from its second letter
  const pairs = [...text.matchAll(/([^\s=]+)(=(?:"([^"]*)"|(\S*)))?/g)]
  return Object.fromEntries(
    pairs
      .filter(([, , said]) => said !== undefined)
      .map(([, name = '', , quoted, plain]) => [name, quoted ?? plain ?? '']),
  )
}
