-- The first photo added to an album without a cover becomes its cover.

-- Whether the owner took the cover away, so that no photo becomes the cover by itself.
ALTER TABLE album ADD COLUMN keeps_no_cover INTEGER NOT NULL DEFAULT 0;
-- Whether it was given its cover below, and the owner has not confirmed the notice that says so.
ALTER TABLE album ADD COLUMN has_new_cover INTEGER NOT NULL DEFAULT 0;

-- A photo's cover address without its file name, by its shape; see src/contract/photos/aspect.ts.
CREATE VIEW cover_of_photo AS SELECT row_id AS photo, CASE
  WHEN width * 4 >= height * 5 THEN '/api/landscapes/'
  WHEN width * 5 >= height * 4 THEN '/api/squares/'
  ELSE '/api/portraits/' END AS pic FROM photo;

-- Albums had no cover unless the owner chose one: they get their first photo, in their order. With
-- '/api/', the photo of a cover was deleted.
UPDATE album SET has_new_cover = 1, cover_photo =
  (SELECT photo FROM album_photo WHERE album = album.row_id ORDER BY sort_key, photo LIMIT 1)
WHERE cover_photo IS NULL AND (cover_pic = '' OR cover_pic LIKE '/api/%')
  AND EXISTS (SELECT 1 FROM album_photo WHERE album = album.row_id);
UPDATE album SET cover_pic = (SELECT pic FROM cover_of_photo WHERE photo = cover_photo)
WHERE has_new_cover = 1;

-- However a photo comes into an album, its row is inserted here.
CREATE TRIGGER album_photo_covers AFTER INSERT ON album_photo BEGIN
  UPDATE album SET cover_photo = NEW.photo,
    cover_pic = (SELECT pic FROM cover_of_photo WHERE photo = NEW.photo)
  WHERE row_id = NEW.album AND keeps_no_cover = 0 AND cover_photo IS NULL
    AND (cover_pic = '' OR cover_pic LIKE '/api/%');
END;
