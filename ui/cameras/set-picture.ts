import type { Camera } from '../../src/contract/cameras.ts'
import { api, unwrap } from '../api.ts'

/** Sends a file of this device as the camera's picture. @throws ApiError */
export function uploadPicture(cameraId: string, file: File): Promise<Camera> {
  const body = new FormData()
  body.append('cameraImage', file)
  return unwrap(api.cameras[':id'].image.upload.$put(paramOf(cameraId), { init: { body } }))
}

/** Has the server fetch the camera's picture, which may take its ten seconds. @throws ApiError */
export function fetchPicture(cameraId: string, url: string): Promise<Camera> {
  return unwrap(api.cameras[':id'].image.$put({ ...paramOf(cameraId), json: { url } }))
}

/** The client puts parameters into addresses as they are. */
const paramOf = (cameraId: string) => ({ param: { id: encodeURIComponent(cameraId) } })
