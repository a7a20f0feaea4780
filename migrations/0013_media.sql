-- Where originals, pictures of cameras and renditions are: in the data folder or in a bucket.
-- `vitrine media move` changes it.

ALTER TABLE library ADD COLUMN media TEXT NOT NULL DEFAULT 'folder'
  CHECK (media IN ('folder', 'bucket'));
