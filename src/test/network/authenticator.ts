/** A software authenticator with one passkey: ES256, attestation `none`. */
export type Authenticator = Awaited<ReturnType<typeof makeAuthenticator>>

type Creation = { challenge: string; rp: { id: string }; user: { id: string } }
type Request = { challenge: string; rpId: string }
/** Deviations of a browser or a person. */
type Odd = { origin?: string; rpId?: string; challenge?: string; isVerified?: boolean; counter?: number }

export async function makeAuthenticator(origin: string) {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  const credentialId = crypto.getRandomValues(new Uint8Array(16))
  const id = base64url(credentialId)
  let userHandle = ''
  let signCount = 0

  const clientData = (type: string, challenge: string, odd: Odd) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: odd.challenge ?? challenge,
        origin: odd.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = async (rpId: string, odd: Odd, attested: Uint8Array = new Uint8Array()) =>
    Buffer.concat([
      await sha256(new TextEncoder().encode(odd.rpId ?? rpId)),
      Uint8Array.of(0x01 | (odd.isVerified === false ? 0 : 0x04) | (attested.length > 0 ? 0x40 : 0)),
      uint(odd.counter ?? signCount, 4),
      attested,
    ])

  return {
    id,
    /** The JSON of the result of `navigator.credentials.create()`. */
    async create(options: Creation, odd: Odd = {}) {
      userHandle = options.user.id
      const key = cborMap([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ])
      const attested = Buffer.concat([new Uint8Array(16), uint(credentialId.length, 2), credentialId, key])
      const attestationObject = cborMap([
        ['fmt', 'none'],
        ['attStmt', cborMap([])],
        ['authData', await authenticatorData(options.rp.id, odd, attested)],
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(clientData('webauthn.create', options.challenge, odd)),
          attestationObject: base64url(attestationObject),
          transports: ['internal'],
        },
      }
    },
    /** The JSON of the result of `navigator.credentials.get()`. */
    async get(options: Request, odd: Odd = {}) {
      signCount += 1
      const data = await authenticatorData(options.rpId, odd)
      const told = clientData('webauthn.get', options.challenge, odd)
      const signed = Buffer.concat([data, await sha256(told)])
      const raw = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, signed)
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: base64url(told),
          authenticatorData: base64url(data),
          signature: base64url(toDer(new Uint8Array(raw))),
          userHandle,
        },
      }
    },
  }
}

const base64url = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const sha256 = async (bytes: Uint8Array<ArrayBuffer>) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))

function uint(value: number, length: number): Uint8Array {
  const bytes = Buffer.alloc(length)
  bytes.writeUIntBE(value, 0, length)
  return bytes
}

/** Encoded CBOR. */
class Packed extends Uint8Array<ArrayBuffer> {}

function cborMap(entries: [string | number, string | number | Uint8Array][]): Packed {
  const parts = entries.flatMap(([key, value]) => [cbor(key), cbor(value)])
  return Packed.from(Buffer.concat([head(5, entries.length), ...parts]))
}

function cbor(value: string | number | Uint8Array): Uint8Array {
  if (value instanceof Packed) return value
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value)
  if (typeof value === 'string') return Buffer.concat([head(3, value.length), Buffer.from(value)])
  return Buffer.concat([head(2, value.length), value])
}

function head(major: number, value: number): Uint8Array {
  if (value < 24) return Uint8Array.of((major << 5) | value)
  const length = value < 256 ? 1 : 2
  return Buffer.concat([Uint8Array.of((major << 5) | (23 + length)), uint(value, length)])
}

/** A DER signature: two integers, each without leading zeros and never negative. */
function toDer(raw: Uint8Array): Uint8Array {
  const integers = [raw.subarray(0, 32), raw.subarray(32)].map((half) => {
    const from = half.findIndex((byte) => byte !== 0)
    const bytes = half.subarray(from)
    return Buffer.concat([
      Uint8Array.of(2, bytes.length + (bytes[0]! > 127 ? 1 : 0), ...(bytes[0]! > 127 ? [0] : [])),
      bytes,
    ])
  })
  const body = Buffer.concat(integers)
  return Buffer.concat([Uint8Array.of(0x30, body.length), body])
}
