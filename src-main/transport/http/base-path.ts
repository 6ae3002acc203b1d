import type { FastifyInstance } from 'fastify'

/** Path that no route has: requests outside the base path are sent there. */
const OUTSIDE = '/internal-backstage/outside'

/** Removes the base path from the URL of a request. A URL outside it becomes one that no route has. */
export function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '') return url
  const rest = url.startsWith(basePath) ? url.slice(basePath.length) : undefined
  if (rest === '' || rest?.startsWith('?')) return `/${rest}`
  return rest?.startsWith('/') ? rest : OUTSIDE
}

/** Puts the base path before absolute paths in headers: where a browser is sent, and where its cookies belong. */
export function addBasePath(app: FastifyInstance, basePath: string): void {
  if (basePath === '') return
  app.addHook('onSend', async (_request, reply, payload) => {
    const location = reply.getHeader('location')
    if (typeof location === 'string' && location.startsWith('/') && !location.startsWith('//'))
      reply.header('location', basePath + location)
    const cookies = reply.getHeader('set-cookie')
    if (cookies !== undefined) {
      const moved = [cookies]
        .flat()
        .map((cookie) => String(cookie).replace(/; Path=\//i, `$&${basePath.slice(1)}`))
      reply.removeHeader('set-cookie')
      reply.header('set-cookie', moved)
    }
    return payload
  })
}

/** Writes the absolute addresses of its files into the page, and the base path where there is one. */
export function pageWithBasePath(html: string, basePath: string): string {
  const page = html.replace(/(src|href)="\.\//g, `$1="${basePath}/`)
  return basePath === ''
    ? page
    : page.replace('<head>', `<head>\n    <meta name="base-path" content="${basePath}" />`)
}
