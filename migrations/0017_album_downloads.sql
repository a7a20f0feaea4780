-- Whether visitors who may open an album can download its photos as one file.

ALTER TABLE album ADD COLUMN downloadable INTEGER NOT NULL DEFAULT 0
  CHECK (downloadable IN (0, 1));
