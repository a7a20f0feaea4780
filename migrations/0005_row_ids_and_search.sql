-- Row ids are never reused: lists being sent, queued jobs and grants refer to rows by id.

-- The highest id used in each table; inserts take the next one (src/database/row-id.ts).
CREATE TABLE highest_row_id (
  name TEXT PRIMARY KEY,                        -- of the table
  n INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO highest_row_id
  SELECT 'photo', ifnull(max(n), 0) FROM photo
  UNION ALL SELECT 'album', ifnull(max(n), 0) FROM album
  UNION ALL SELECT 'guest', ifnull(max(n), 0) FROM guest
  UNION ALL SELECT 'photo_like', ifnull(max(n), 0) FROM photo_like
  UNION ALL SELECT 'comment', ifnull(max(n), 0) FROM comment
  UNION ALL SELECT 'mail', ifnull(max(n), 0) FROM mail
  UNION ALL SELECT 'intent', ifnull(max(n), 0) FROM intent
  UNION ALL SELECT 'job', ifnull(max(n), 0) FROM job;

-- An insert that would reuse an id fails.
CREATE TRIGGER photo_numbered AFTER INSERT ON photo BEGIN
  SELECT raise(ABORT, 'a row id of photo would be used again')
    FROM highest_row_id WHERE name = 'photo' AND n >= NEW.n;
  UPDATE highest_row_id SET n = NEW.n WHERE name = 'photo';
END;
CREATE TRIGGER album_numbered AFTER INSERT ON album BEGIN
  SELECT raise(ABORT, 'a row id of album would be used again')
    FROM highest_row_id WHERE name = 'album' AND n >= NEW.n;
  UPDATE highest_row_id SET n = NEW.n WHERE name = 'album';
END;
CREATE TRIGGER guest_numbered AFTER INSERT ON guest BEGIN
  SELECT raise(ABORT, 'a row id of guest would be used again')
    FROM highest_row_id WHERE name = 'guest' AND n >= NEW.n;
  UPDATE highest_row_id SET n = NEW.n WHERE name = 'guest';
END;
CREATE TRIGGER photo_like_numbered AFTER INSERT ON photo_like BEGIN
  SELECT raise(ABORT, 'a row id of photo_like would be used again')
    FROM highest_row_id WHERE name = 'photo_like' AND n >= NEW.n;
  UPDATE highest_row_id SET n = NEW.n WHERE name = 'photo_like';
END;
CREATE TRIGGER comment_numbered AFTER INSERT ON comment BEGIN
  SELECT raise(ABORT, 'a row id of comment would be used again')
    FROM highest_row_id WHERE name = 'comment' AND n >= NEW.n;
  UPDATE highest_row_id SET n = NEW.n WHERE name = 'comment';
END;
CREATE TRIGGER mail_numbered AFTER INSERT ON mail BEGIN
  SELECT raise(ABORT, 'a row id of mail would be used again')
    FROM highest_row_id WHERE name = 'mail' AND n >= NEW.n;
  UPDATE highest_row_id SET n = NEW.n WHERE name = 'mail';
END;
CREATE TRIGGER intent_numbered AFTER INSERT ON intent BEGIN
  SELECT raise(ABORT, 'a row id of intent would be used again')
    FROM highest_row_id WHERE name = 'intent' AND n >= NEW.n;
  UPDATE highest_row_id SET n = NEW.n WHERE name = 'intent';
END;
CREATE TRIGGER job_numbered AFTER INSERT ON job BEGIN
  SELECT raise(ABORT, 'a row id of job would be used again')
    FROM highest_row_id WHERE name = 'job' AND n >= NEW.n;
  UPDATE highest_row_id SET n = NEW.n WHERE name = 'job';
END;

-- A photo's likes in order, a page at a time.
CREATE INDEX photo_like_by_photo ON photo_like (photo, n);

-- The words of every photo again, with prefix indexes: a search for 'a' would otherwise merge every
-- word that begins with it.
DROP TRIGGER photo_text_added;
DROP TRIGGER photo_text_changed;
DROP TRIGGER photo_text_removed;
DROP TABLE photo_text;
CREATE VIRTUAL TABLE photo_text USING fts5(
  title, description, keywords, camera, lens,
  content = '', contentless_delete = 1, prefix = '1 2 3',
  tokenize = 'unicode61 remove_diacritics 2'
);
-- Merged earlier than by default: after 100,000 changes a word takes 3 ms to find instead of 12.
INSERT INTO photo_text (photo_text, rank) VALUES ('automerge', 2), ('deletemerge', 2);
CREATE TRIGGER photo_text_added AFTER INSERT ON photo BEGIN
  INSERT INTO photo_text (rowid, title, description, keywords, camera, lens)
  VALUES (NEW.n, NEW.title, NEW.description,
    (SELECT group_concat(value, ' ') FROM json_each(NEW.keywords)),
    concat_ws(' ', NEW.camera_make, NEW.camera_model),
    concat_ws(' ', NEW.lens_make, NEW.lens_model));
END;
CREATE TRIGGER photo_text_changed AFTER UPDATE OF title, description, keywords ON photo BEGIN
  DELETE FROM photo_text WHERE rowid = OLD.n;
  INSERT INTO photo_text (rowid, title, description, keywords, camera, lens)
  VALUES (NEW.n, NEW.title, NEW.description,
    (SELECT group_concat(value, ' ') FROM json_each(NEW.keywords)),
    concat_ws(' ', NEW.camera_make, NEW.camera_model),
    concat_ws(' ', NEW.lens_make, NEW.lens_model));
END;
CREATE TRIGGER photo_text_removed AFTER DELETE ON photo BEGIN
  DELETE FROM photo_text WHERE rowid = OLD.n;
END;
INSERT INTO photo_text (rowid, title, description, keywords, camera, lens)
  SELECT n, title, description, (SELECT group_concat(value, ' ') FROM json_each(keywords)),
    concat_ws(' ', camera_make, camera_model), concat_ws(' ', lens_make, lens_model)
  FROM photo;
