-- Originals are verified by size and md5; nothing read sha256.
ALTER TABLE photo DROP COLUMN sha256;

-- Each camera's models as spelled in photos, instead of the camera's id in every photo.
CREATE TABLE camera_model (
  model TEXT PRIMARY KEY,                       -- as photo.camera_model
  camera TEXT NOT NULL REFERENCES camera (id) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX camera_model_by_camera ON camera_model (camera);
INSERT INTO camera_model (model, camera)
  SELECT camera_model, min(camera_id) FROM photo
  WHERE camera_model IS NOT NULL AND camera_id IS NOT NULL GROUP BY camera_model;
DROP INDEX photo_by_camera_id;
ALTER TABLE photo DROP COLUMN camera_id;
