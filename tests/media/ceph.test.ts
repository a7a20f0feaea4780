import { expect } from 'bun:test'
import { openBucket } from '../../src/storage/bucket.ts'
import { type Ceph, needsCeph, startCeph } from '../support/ceph.ts'
import { testWith } from '../support/needs.ts'

const bytes = new TextEncoder().encode('a photo')
const expected = {
  size: bytes.length,
  md5: new Bun.CryptoHasher('md5').update(bytes).digest('hex'),
}

const bucketOf = async (ceph: Ceph) => {
  const { endpoint, keyId, secret } = ceph
  const name = await ceph.makeBucket()
  return {
    name,
    bucket: openBucket({ address: { bucket: name, prefix: '' }, endpoint, keyId, secret }),
  }
}

testWith(needsCeph)('an acknowledged object survives the death of all of Ceph', async () => {
  await using ceph = await startCeph({ store: 'file' })
  const { name, bucket } = await bucketOf(ceph)
  expect(await bucket.create('x', { bytes }, expected, 'image/jpeg')).toBe('created')
  await Promise.all([ceph.gateway.kill(), ceph.storage.kill()])
  ceph.storage.start()
  await ceph.gateway.start()
  expect(await ceph.objectMd5(name, 'x')).toBe(expected.md5)
})

testWith(needsCeph)('two Cephs run at once and share nothing', async () => {
  const starting = startCeph()
  await using other = await startCeph()
  await using one = await starting
  expect(one.endpoint).not.toBe(other.endpoint)
  const { name, bucket } = await bucketOf(one)
  await bucket.create('x', { bytes }, expected, 'image/jpeg')
  const { endpoint, keyId, secret } = other
  const elsewhere = openBucket({ address: { bucket: name, prefix: '' }, endpoint, keyId, secret })
  expect(await elsewhere.head('x').catch(({ message }) => message)).toContain('There is no bucket')
})
