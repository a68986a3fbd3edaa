/** The HTML of a mail as a page for a frame of the admin; links open in a new tab, because pages of the site may not be framed. */
export const mailInFrame = (html: string): Response =>
  new Response(html.replace('<head>', '<head>\n<base target="_blank">'), { headers })

/** Allows the inline styles of a mail, images from any host, and its links in new tabs. */
const headers = {
  'Content-Type': 'text/html; charset=utf-8',
  'Content-Security-Policy':
    "default-src 'none'; img-src https: http: data:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox",
  'X-Frame-Options': 'SAMEORIGIN',
  'Referrer-Policy': 'no-referrer',
}
