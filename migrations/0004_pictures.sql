-- JPEG renditions of photos with an orientation and any rights had the original's orientation in
-- their EXIF although their pixels were upright, so browsers rotated them again. Their addresses are
-- cached as immutable, so the photos get new names. An intent deletes all their derived files at
-- startup; they are rendered again on request.

CREATE TEMP TABLE misturned AS
  SELECT n, file_name AS old_name, lower(hex(randomblob(16))) || '.jpg' AS new_name
  FROM photo
  WHERE orientation <> 1
    AND coalesce(creator, copyright, usage_terms, web_statement, credit) IS NOT NULL;

-- The paths are those of src/images/library.ts.
INSERT INTO intent (kind, files)
  SELECT 'delete', json_object('files', json_group_array(
    'renditions/' || substr(old_name, 31, 2) || '/' || substr(old_name, 1, 32)
      || '-' || variant || '-' || width || '.' || format))
  FROM misturned JOIN rendition ON rendition.photo = misturned.n
  GROUP BY misturned.n;

DELETE FROM rendition WHERE is_kept = 0 AND photo IN (SELECT n FROM misturned);
-- The row of a kept rendition stays, so that its new file is kept too; no file has this size.
UPDATE rendition SET bytes = 0 WHERE photo IN (SELECT n FROM misturned);
UPDATE photo SET file_name = (SELECT new_name FROM misturned WHERE misturned.n = photo.n)
  WHERE n IN (SELECT n FROM misturned);
DROP TABLE misturned;

-- Warnings and reasons were the image library's messages, which simultaneous decodes share: they may
-- be about another file.
UPDATE photo SET warning = NULL WHERE warning IS NOT NULL;
UPDATE job_file SET reason = 'the picture data is damaged'
  WHERE reason LIKE 'the picture cannot be decoded: %';
UPDATE job_file SET reason = substr(reason, length('this kind of JPEG cannot be shown: ') + 1)
  WHERE reason LIKE 'this kind of JPEG cannot be shown: %';
