/** The context that a line of `name=value` says; values with spaces stand in double quotes. */
export function parseContext(text: string): Record<string, string> {
  // a name without a value is matched as well: it is then passed over, not looked for again from its second letter on
  const pairs = [...text.matchAll(/([^\s=]+)(=(?:"([^"]*)"|(\S*)))?/g)]
  return Object.fromEntries(
    pairs
      .filter(([, , said]) => said !== undefined)
      .map(([, name = '', , quoted, plain]) => [name, quoted ?? plain ?? '']),
  )
}
