export const PASSWORD = 'bench-password'

/** Signs in: importing needs a user, not an admin token. Returns the session cookie. */
export async function signIn(url: string, password = PASSWORD): Promise<string> {
  const response = await fetch(`${url}/auth/simple/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'admin', password }),
  })
  if (!response.ok) throw new Error(`signing in answers ${response.status}: ${await response.text()}`)
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}

/** Splits the header of a signed-in person into cookies for a browser. */
export const cookiesOf = (header: string, url: string) =>
  header.split('; ').map((cookie) => {
    const at = cookie.indexOf('=')
    return { name: cookie.slice(0, at), value: cookie.slice(at + 1), url }
  })
